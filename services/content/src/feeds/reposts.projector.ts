import { type EventData, Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import { eventsOf, newestBy, type Projector, type StoredEvent, type Transaction } from '@hearsay/event-store';
import { noteNewest } from './newest-posts.js';

type Repost = EventData<typeof Reposted>;

/** Who reposted what and when, for lists; the words of reposts lie in engagement. */
export const repostsProjector: Projector<typeof Reposted | typeof RepostRemoved | typeof RepostRestored> = {
  kind: 'projector',
  name: 'reposts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored],
  tables: ['reposts', 'newest_reposts'],
  async apply(tx, events) {
    const made = newest(eventsOf(events, Reposted));
    const changed = newest(eventsOf(events, RepostRemoved, RepostRestored));
    if (made.length > 0) {
      await insertReposts(tx, made);
      await noteNewest(
        tx,
        'newest_reposts',
        made.map(({ data, meta }) => ({ accountId: data.reposterId, at: meta.occurredAt })),
      );
    }
    if (changed.length > 0) await writeRemovals(tx, changed);
  },
};

const newest = <E extends { readonly data: Pick<Repost, 'repostId' | 'toggle'> }>(events: readonly E[]): E[] =>
  newestBy(
    events,
    ({ data }) => data.repostId,
    ({ data }) => data.toggle,
  );

const insertReposts = (tx: Transaction, events: readonly StoredEvent<typeof Reposted>[]) =>
  tx.query(
    `insert into reposts (repost_id, reposter_id, content_type, content_id, question_id, reposted_at, is_reposted, toggle)
     select repost_id, reposter_id, content_type, content_id, question_id, reposted_at, true, toggle
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::int[])
       as made (repost_id, reposter_id, content_type, content_id, question_id, reposted_at, toggle)
     on conflict (repost_id) do update set reposted_at = excluded.reposted_at, is_reposted = true, returned_at = null,
       toggle = excluded.toggle
     where reposts.toggle < excluded.toggle`,
    [
      events.map(({ data }) => data.repostId),
      events.map(({ data }) => data.reposterId),
      events.map(({ data }) => data.contentType),
      events.map(({ data }) => data.contentId),
      events.map(({ data }) => data.questionId),
      events.map(({ meta }) => meta.occurredAt),
      events.map(({ data }) => data.toggle),
    ],
  );

const writeRemovals = (tx: Transaction, events: readonly StoredEvent<typeof RepostRemoved | typeof RepostRestored>[]) =>
  tx.query(
    `update reposts set is_reposted = next.returned_at is not null, returned_at = next.returned_at, toggle = next.toggle
     from unnest($1::uuid[], $2::timestamptz[], $3::int[]) as next (repost_id, returned_at, toggle)
     where reposts.repost_id = next.repost_id and reposts.toggle < next.toggle`,
    [
      events.map(({ data }) => data.repostId),
      events.map(({ type, meta }) => (type === RepostRestored.type ? meta.occurredAt : null)),
      events.map(({ data }) => data.toggle),
    ],
  );
