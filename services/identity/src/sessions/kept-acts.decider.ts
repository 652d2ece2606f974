import type { CommandDefinition } from '@hearsay/event-store';

/**
 * Sessions and passwords are rows and never events. What these commands do is to keep, under the key of an act on such rows, that it was begun: so a repeat is
 * known as one, though what it names is gone by then. Ids are all that they keep.
 */
const kept = <Kept>(type: string): CommandDefinition<Kept, Kept> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: (result) => ({ events: [], result }),
});

export const endSession = kept<{ readonly id: string }>('end-session');
export const resetPassword = kept<{ readonly accountId: string }>('reset-password');
