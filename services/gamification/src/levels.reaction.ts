import { type EventData, XpEarned, XpRestored, XpReversed } from '@hearsay/contracts';
import type { Reaction } from '@hearsay/event-store';
import { settleLevel } from './level.decider.js';

/**
 * Follows the own ledger: what the caps leave of an entry is known only once it is written, so a level is settled after
 * the XP that moves it.
 */
export const levelsReaction: Reaction = {
  kind: 'reaction',
  name: 'levels',
  source: 'gamification',
  events: [XpEarned, XpReversed, XpRestored],
  commands: ({ data }) => [{ definition: settleLevel, input: { accountId: (data as EventData<typeof XpReversed>).accountId } }],
};
