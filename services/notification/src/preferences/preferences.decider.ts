import type { NotificationKind, NotificationPreferences } from '@hearsay/contracts';
import { rowsCommand } from '@hearsay/event-store';
import type { z } from 'zod';

export type Preferences = z.output<typeof NotificationPreferences>;
type SwitchName = keyof Preferences;

/** An interval in which a switch was off, as ISO instants. `to` is null while the switch is off. */
type OffInterval = readonly [from: string, to: string | null];

/** For each switch, the intervals in which it was off, oldest first. Empty if it was never off. */
export type Switches = Readonly<Record<SwitchName, readonly OffInterval[]>>;

export const allSwitchesOn: Switches = { questionBoosts: [], newReplies: [], reposts: [], reveals: [] };

/** Maximum number of intervals per switch. If the oldest one is dropped, notifications of its time become visible. */
const maxOffIntervals = 50;

const isOn = (times: readonly OffInterval[]): boolean => times.at(-1)?.[1] !== null;

const withSwitchTurned = (times: readonly OffInterval[], on: boolean, now: string): readonly OffInterval[] => {
  const last = times.at(-1);
  if (on === isOn(times) || (on && !last)) return times;
  if (on) return [...times.slice(0, -1), [last![0], now]];
  return [...times, [now, null] as const].slice(-maxOffIntervals);
};

export const applySwitchChanges = (switches: Switches, changes: Partial<Preferences>, now: string): Switches => {
  const entries = Object.entries({ ...allSwitchesOn, ...switches }) as [SwitchName, readonly OffInterval[]][];
  return Object.fromEntries(
    entries.map(([name, times]) => [
      name,
      changes[name] === undefined ? times : withSwitchTurned(times, changes[name], now),
    ]),
  ) as Record<SwitchName, readonly OffInterval[]>;
};

export const preferencesOf = ({ questionBoosts, newReplies, reposts, reveals }: Switches): Preferences => ({
  questionBoosts: isOn(questionBoosts),
  newReplies: isOn(newReplies),
  reposts: isOn(reposts),
  reveals: isOn(reveals),
});

const switchOf: Partial<Record<NotificationKind, SwitchName>> = {
  boost: 'questionBoosts',
  comment: 'newReplies',
  reply: 'newReplies',
  repost: 'reposts',
};

/**
 * True if a switch hides a notification of this kind and time. Switches apply when notifications are read, because a
 * missing row would reveal an anonymous author. Only `reveals` applies before the row is made, to all boosters alike.
 */
export const isSwitchedOff = (switches: Switches, kind: NotificationKind, at: string): boolean => {
  const name = switchOf[kind];
  return name !== undefined && switches[name].some(([from, to]) => at >= from && (to === null || at < to));
};

export interface SetPreferences {
  readonly accountId: string;
  readonly changes: Partial<Preferences>;
}

/** `at` is the instant at which the switches change. */
export interface PreferenceChange extends SetPreferences {
  readonly at: string;
}

/** Switches are rows and not events, because no other service reads them. */
export const setPreferences = rowsCommand('set-preferences', (input: SetPreferences, now) => ({
  preferences: [{ ...input, at: now } satisfies PreferenceChange],
}));
