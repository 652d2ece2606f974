import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';

/** Content erases words 72 hours after their removal; an undoing of the last moment arrives within the hour behind them. */
const erasedAfter = '73 hours';

/** What content has removed: a report of it is shown as such. What lies under a removed question is gone with it, without a row. */
export const removedContentsProjector: Projector<typeof ContentRemoved | typeof ContentRestored> = {
  kind: 'projector',
  name: 'removed-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored],
  tables: ['removed_contents'],
  async apply(tx, events) {
    const newest = newestBy(
      events,
      ({ data }) => data.contentId,
      ({ data }) => data.revision,
    );
    const facts = newest.sort((a, b) => (a.data.contentId < b.data.contentId ? -1 : 1));
    await tx.query(
      `insert into removed_contents (content_id, is_removed, revision) select * from unnest($1::uuid[], $2::boolean[], $3::int[])
       on conflict (content_id) do update set is_removed = excluded.is_removed, revision = excluded.revision
       where removed_contents.revision < excluded.revision`,
      [
        facts.map(({ data }) => data.contentId),
        facts.map(({ type }) => type === ContentRemoved.type),
        facts.map(({ data }) => data.revision),
      ],
    );
  },

  // Behind `apply`, so a rebuild does not erase again what was erased long ago.
  async applied(tx, events) {
    const removedAt = new Map(
      events.filter(({ type }) => type === ContentRemoved.type).map(({ data, meta }) => [data.contentId, meta.occurredAt]),
    );
    await tx.query(
      `insert into word_erasures (content_id, due_at)
       select content_id, removed_at + interval '${erasedAfter}' from unnest($1::uuid[], $2::timestamptz[]) as removed (content_id, removed_at)
       order by content_id on conflict (content_id) do update set due_at = excluded.due_at`,
      [[...removedAt.keys()], [...removedAt.values()]],
    );
    await tx.query(
      `delete from word_erasures using removed_contents as back
       where word_erasures.content_id = any($1) and back.content_id = word_erasures.content_id and not back.is_removed`,
      [events.map(({ data }) => data.contentId)],
    );
    return () => undefined;
  },
};
