import { Boosted, Unboosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { uuidv7 } from '@hearsay/service-runtime';
import { deferXp } from '../deferred-xp/unlinked.decider.js';
import { boostEntryId } from './entry-ids.js';
import { type Share, type WeighBoost, weighBoost } from './ledger.decider.js';
import { type EarningSettings, randomDelayMs } from './posts.reactor.js';

/** Pays booster and owner, and takes it back when the boost is taken back. Boosting oneself earns nothing. */
export const boostsReactor = (settings: EarningSettings): Reactor<typeof Boosted | typeof Unboosted> => ({
  kind: 'reactor',
  name: 'boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  commands({ type, data }) {
    const { boostId, boosterId, contentType, contentId, owner, toggle } = data;
    if (settings.authors.accountOf(owner) === boosterId) return [];
    const isBoosted = type === Boosted.type;
    const shareOf = (rule: 'boost-given' | 'boost-received', accountId: string): Share => ({
      entryId: boostEntryId(rule, boostId),
      accountId,
      rule,
      amount: xpAmounts[rule],
    });
    const shares = [shareOf('boost-given', boosterId)];
    if (owner.accountId !== null) shares.push(shareOf('boost-received', owner.accountId));
    const weigh = {
      definition: weighBoost,
      input: { shares, contentType, contentId, isBoosted, toggle, caps: settings.caps } satisfies WeighBoost,
    };
    if (owner.accountId !== null || owner.sealed === null) return [weigh];
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
    return [weigh, { definition: deferXp, input: received }];
  },
});
