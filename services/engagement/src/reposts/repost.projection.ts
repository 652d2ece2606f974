import { Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import { type AppendedEvent, eventsOf, newestBy, type ReadModel, type Transaction } from '@hearsay/event-store';
import { type RepostDefinition, repostEvents } from './repost.decider.js';

const repostOf = (event: AppendedEvent<RepostDefinition>) => event.data.repostId;

/** A repost that is made anew after it was taken back has new words and a new time. */
const writeReposted = (tx: Transaction, events: readonly AppendedEvent<typeof Reposted>[]) =>
  tx.query({
    name: 'write-reposts',
    text: `insert into reposts (repost_id, reposter_id, content_type, content_id, question_id, owner, text_id, reposted_at, is_reposted, toggle, version)
           select repost_id, reposter_id, content_type, content_id, question_id, owner, text_id, reposted_at, true, toggle, version
           from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::jsonb[], $7::uuid[], $8::timestamptz[], $9::int[], $10::int[])
             as made (repost_id, reposter_id, content_type, content_id, question_id, owner, text_id, reposted_at, toggle, version)
           on conflict (repost_id) do update
           set text_id = excluded.text_id, reposted_at = excluded.reposted_at, is_reposted = true, removal_id = null,
             toggle = excluded.toggle, version = excluded.version`,
    values: [
      events.map(({ data }) => data.repostId),
      events.map(({ data }) => data.reposterId),
      events.map(({ data }) => data.contentType),
      events.map(({ data }) => data.contentId),
      events.map(({ data }) => data.questionId),
      events.map(({ data }) => JSON.stringify(data.owner)),
      events.map(({ data }) => data.textId),
      events.map(({ meta }) => meta.occurredAt),
      events.map(({ data }) => data.toggle),
      events.map(({ version }) => version),
    ],
  });

const writeRemovals = (
  tx: Transaction,
  events: readonly AppendedEvent<typeof RepostRemoved | typeof RepostRestored>[],
) =>
  tx.query({
    name: 'write-removals-of-reposts',
    text: `update reposts set is_reposted = next.is_reposted, removal_id = case when next.is_reposted then null else next.removal_id end,
             toggle = next.toggle, version = next.version
           from unnest($1::uuid[], $2::boolean[], $3::uuid[], $4::int[], $5::int[]) as next (repost_id, is_reposted, removal_id, toggle, version)
           where reposts.repost_id = next.repost_id and reposts.toggle < next.toggle`,
    values: [
      events.map(({ data }) => data.repostId),
      events.map(({ type }) => type === RepostRestored.type),
      events.map(({ data }) => data.removalId),
      events.map(({ data }) => data.toggle),
      events.map(({ version }) => version),
    ],
  });

/** Who reposted what, and what took it away. */
export const repostRows: ReadModel<RepostDefinition> = {
  name: 'engagement.reposts',
  events: repostEvents,
  tables: ['reposts'],
  async apply(tx, events) {
    // Reposts first: of a removal before the newest repost of a pair nothing remains, since it has the lower toggle.
    const made = newestBy(eventsOf(events, Reposted), repostOf);
    const changed = newestBy(eventsOf(events, RepostRemoved, RepostRestored), repostOf);
    if (made.length > 0) await writeReposted(tx, made);
    if (changed.length > 0) await writeRemovals(tx, changed);
  },
};
