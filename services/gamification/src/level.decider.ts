import { LevelChanged } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';
import { levelForXp } from '@hearsay/game-rules';
import { accountKind } from './ledger.entities.js';

/** XP is never shown below 0. */
export const xpOf = (counted: number): number => Math.max(0, counted);

/** Says that a person's XP has crossed a level, up or down; otherwise nothing. */
export const settleLevel: CommandDefinition<{ readonly accountId: string }, void> = {
  type: 'settle-level',
  plan: ({ accountId }) => ({ entities: { [accountKind.name]: [accountId] } }),
  decide({ accountId }, view) {
    const account = view.state(accountKind, accountId);
    const level = levelForXp(xpOf(account.counted));
    if (level === account.level) return { events: [], result: undefined };
    return {
      events: [
        {
          kind: accountKind.name,
          key: accountId,
          definition: LevelChanged,
          data: { accountId, level, previousLevel: account.level, revision: account.revision + 1 },
          routingId: accountId,
        },
      ],
      result: undefined,
    };
  },
};
