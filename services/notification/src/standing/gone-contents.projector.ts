import { ContentRemoved, ContentRestored } from '@hearsay/contracts';
import { newestBy, type Projector } from '@hearsay/event-store';

/** Content that is removed now: whatever is about it is not shown. */
export const goneContentsProjector: Projector<typeof ContentRemoved | typeof ContentRestored> = {
  kind: 'projector',
  name: 'gone-contents',
  source: 'content',
  events: [ContentRemoved, ContentRestored],
  tables: ['gone_contents'],
  async apply(tx, events) {
    const facts = newestBy(
      events,
      ({ data }) => data.contentId,
      ({ data }) => data.revision,
    );
    await tx.query(
      `insert into gone_contents (content_id, revision, is_gone) select * from unnest($1::uuid[], $2::int[], $3::boolean[])
       on conflict (content_id) do update set revision = excluded.revision, is_gone = excluded.is_gone
       where gone_contents.revision < excluded.revision`,
      [
        facts.map(({ data }) => data.contentId),
        facts.map(({ data }) => data.revision),
        facts.map(({ type }) => type === ContentRemoved.type),
      ],
    );
  },
};
