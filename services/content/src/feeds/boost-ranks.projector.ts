import { Boosted, type EventData, Unboosted } from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';

/** How often each question was boosted, for the order of lists; numbers on screen come from engagement. */
export const boostRanksProjector: Projector<typeof Boosted | typeof Unboosted> = {
  kind: 'projector',
  name: 'boost-ranks',
  source: 'engagement',
  events: [Boosted, Unboosted],
  tables: ['boost_ranks'],
  async apply(tx, events) {
    const newest = new Map<string, EventData<typeof Boosted>>();
    for (const { data: fact } of events) {
      if (fact.contentType !== 'question') continue;
      const earlier = newest.get(fact.contentId);
      if (!earlier || earlier.revision < fact.revision) newest.set(fact.contentId, fact);
    }
    const facts = [...newest.values()];
    if (facts.length === 0) return;
    await tx.query(
      `insert into boost_ranks (question_id, boosts, revision) select * from unnest($1::uuid[], $2::int[], $3::int[])
       on conflict (question_id) do update set boosts = excluded.boosts, revision = excluded.revision
       where boost_ranks.revision < excluded.revision`,
      [facts.map((fact) => fact.contentId), facts.map((fact) => fact.boostCount), facts.map((fact) => fact.revision)],
    );
  },
};
