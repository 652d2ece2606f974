import { Boosted, type EventData, Unboosted } from '@hearsay/contracts';
import type { Reaction } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { accountOf, uuidv7 } from '@hearsay/service-runtime';
import { boostEntryId } from './entry-ids.js';
import { weighBoost } from './ledger.decider.js';
import { type EarningSettings, randomDelayMs } from './posts.reaction.js';
import { deferXp } from './unlinked.decider.js';

/** Pays booster and owner, and takes it back when the boost is taken back. Boosting oneself earns nothing. */
export const boostsReaction = (settings: EarningSettings): Reaction => ({
  kind: 'reaction',
  name: 'boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  commands({ type, data }) {
    const { boostId, boosterId, contentType, contentId, owner, toggle } = data as EventData<typeof Boosted>;
    if (accountOf(settings.sealKey, owner) === boosterId) return [];
    const isBoosted = type === Boosted.type;
    const entryOf = (rule: 'boost-given' | 'boost-received', accountId: string) => ({
      definition: weighBoost,
      input: {
        entryId: boostEntryId(rule, boostId),
        accountId,
        rule,
        amount: xpAmounts[rule],
        contentType,
        contentId,
        isBoosted,
        toggle,
      },
    });
    const given = entryOf('boost-given', boosterId);
    if (owner.accountId !== null) return [given, entryOf('boost-received', owner.accountId)];
    if (owner.sealed === null) return [given];
    const rule = 'boost-received';
    const received = {
      cause: `${rule}:${boostId}`,
      claim: null,
      entryId: uuidv7(),
      sealedOwner: owner.sealed,
      rule,
      amount: xpAmounts[rule],
      contentType,
      contentId,
      toggle,
      isLive: isBoosted,
      dueId: uuidv7(),
      delayMs: randomDelayMs(settings),
    } as const;
    return [given, { definition: deferXp, input: received }];
  },
});
