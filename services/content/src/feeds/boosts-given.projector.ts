import { Boosted, Unboosted } from '@hearsay/contracts';
import { newestBy, type Projector, plainArray } from '@hearsay/event-store';

/** Who boosted what and when, for profiles. A boost that is given again is given anew. */
export const boostsGivenProjector: Projector<typeof Boosted | typeof Unboosted> = {
  kind: 'projector',
  name: 'boosts-given',
  source: 'engagement',
  events: [Boosted, Unboosted],
  tables: ['boosts_given'],
  async apply(tx, events) {
    const facts = newestBy(
      events,
      ({ data }) => data.boostId,
      ({ data }) => data.toggle,
    );
    await tx.query({
      name: 'write-boosts-given',
      text: `insert into boosts_given (boost_id, booster_id, content_type, content_id, question_id, boosted_at, is_boosted, toggle)
             select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::boolean[], $8::int[])
             on conflict (boost_id) do update
             set boosted_at = excluded.boosted_at, is_boosted = excluded.is_boosted, toggle = excluded.toggle
             where boosts_given.toggle < excluded.toggle`,
      values: [
        plainArray(facts.map(({ data }) => data.boostId)),
        plainArray(facts.map(({ data }) => data.boosterId)),
        plainArray(facts.map(({ data }) => data.contentType)),
        plainArray(facts.map(({ data }) => data.contentId)),
        plainArray(facts.map(({ data }) => data.questionId)),
        plainArray(facts.map(({ meta }) => meta.occurredAt)),
        plainArray(facts.map(({ type }) => type === Boosted.type)),
        plainArray(facts.map(({ data }) => data.toggle)),
      ],
    });
  },
};
