import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';

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
};
