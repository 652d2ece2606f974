import type { CommandDefinition } from '@hearsay/event-store';
import type { Preferences } from './switches.js';

export interface SetPreferences {
  readonly accountId: string;
  readonly changes: Partial<Preferences>;
}

/** A row of the writer: what to change, and the instant from which it counts. */
export interface PreferenceChange extends SetPreferences {
  readonly at: string;
}

/** A person's switches are a setting, not a fact that others read: a row beside the log. */
export const setPreferences: CommandDefinition<SetPreferences, Record<string, never>> = {
  type: 'set-preferences',
  plan: () => ({ aggregates: {} }),
  decide: (input, _view, { now }) => ({
    events: [],
    rows: { preferences: [{ ...input, at: now } satisfies PreferenceChange] },
    result: {},
  }),
};
