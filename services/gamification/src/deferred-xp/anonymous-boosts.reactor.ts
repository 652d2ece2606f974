import { Boosted, Unboosted } from '@hearsay/contracts';
import type { Reactor } from '@hearsay/event-store';
import { xpAmounts } from '@hearsay/game-rules';
import { dayOf } from '../earned-days.js';
import type { XpDeferral } from './deferral.js';
import { deferXp } from './pool.decider.js';

/**
 * Defers the XP that boosts of anonymous posts earn for their authors. Each undo subtracts the XP of its boost, so the
 * order of toggles does not matter. A boost by the author also makes a row, because a missing row would reveal them.
 */
export const anonymousPostBoostsReactor = (deferral: XpDeferral): Reactor<typeof Boosted | typeof Unboosted> => ({
  kind: 'reactor',
  name: 'anonymous-boosts',
  source: 'engagement',
  events: [Boosted, Unboosted],
  commands({ type, data, meta }) {
    const { boostId, boosterId, owner, toggle } = data;
    const authorId = deferral.seals.authorOf(owner);
    if (authorId === null) return [];
    const rule = 'boost-received';
    const amount = type === Boosted.type ? xpAmounts[rule] : -xpAmounts[rule];
    const fact = { person: { authorId }, rule, amount, day: dayOf(meta.occurredAt), worthlessTo: boosterId } as const;
    return [
      { definition: deferXp, input: { claim: `${rule}:${boostId}:${toggle}`, waiting: deferral.newWaitingRow(fact) } },
    ];
  },
});
