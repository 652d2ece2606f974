import type { NotificationKind, NotificationPreferences } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import type { z } from 'zod';

export type Preferences = z.output<typeof NotificationPreferences>;
type SwitchName = keyof Preferences;

/** An interval in which a switch was off: ISO instants, `to` is null while it is open. */
type Off = readonly [from: string, to: string | null];

export type Switches = Readonly<Record<SwitchName, readonly Off[]>>;

export const allOn: Switches = { questionBoosts: [], newReplies: [], reposts: [], reveals: [] };

/** Intervals per switch. Notifications from a dropped, older interval are shown again. */
const keptTimes = 50;

const isOn = (times: readonly Off[]): boolean => times.at(-1)?.[1] !== null;

const turned = (times: readonly Off[], on: boolean, now: string): readonly Off[] => {
  const last = times.at(-1);
  if (on === isOn(times) || (on && !last)) return times;
  if (on) return [...times.slice(0, -1), [last![0], now]];
  return [...times, [now, null] as const].slice(-keptTimes);
};

export const switched = (switches: Switches, changes: Partial<Preferences>, now: string): Switches => {
  const entries = Object.entries({ ...allOn, ...switches }) as [SwitchName, readonly Off[]][];
  return Object.fromEntries(
    entries.map(([name, times]) => [name, changes[name] === undefined ? times : turned(times, changes[name], now)]),
  ) as Record<SwitchName, readonly Off[]>;
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
 * Applies at the read: a missing row would reveal an anonymous author. `reveals` applies before the row is made, since
 * it switches off the row of every booster alike.
 */
export const isSwitchedOff = (switches: Switches, kind: NotificationKind, at: string): boolean => {
  const name = switchOf[kind];
  return name !== undefined && switches[name].some(([from, to]) => at >= from && (to === null || at < to));
};

export interface SetPreferences {
  readonly accountId: string;
  readonly changes: Partial<Preferences>;
}

/** `at` is the instant from which the change counts. */
export interface PreferenceChange extends SetPreferences {
  readonly at: string;
}

/** Switches are rows and not events, since no other service reads them. */
export const setPreferences: CommandDefinition<SetPreferences, Record<string, never>> = {
  type: 'set-preferences',
  plan: () => ({ aggregates: {} }),
  decide: (input, _view, { now }) => ({
    events: [],
    rows: { preferences: [{ ...input, at: now } satisfies PreferenceChange] },
    result: {},
  }),
};
