import { Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import { eventsOf, newestBy, type Projector, updateRows, upsertRows } from '@hearsay/event-store';
import { noteNewest } from './newest-posts.js';

export const repostsProjector: Projector<typeof Reposted | typeof RepostRemoved | typeof RepostRestored> = {
  kind: 'projector',
  name: 'reposts',
  source: 'engagement',
  events: [Reposted, RepostRemoved, RepostRestored],
  tables: ['reposts', 'newest_reposts'],
  async apply(tx, events) {
    const made = eventsOf(events, Reposted).map(({ data, meta: { occurredAt } }) => {
      const { repostId, reposterId, contentType, contentId, questionId, toggle } = data;
      const pair = { repostId, reposterId, contentType, contentId, questionId, toggle };
      return { ...pair, repostedAt: occurredAt, isReposted: true, returnedAt: null };
    });
    await upsertRows(tx, { table: 'reposts', key: ['repostId'], order: 'toggle' }, made);
    await noteNewest(
      tx,
      'newest_reposts',
      made.map(({ reposterId, repostedAt }) => ({ accountId: reposterId, at: repostedAt })),
    );
    const changed = eventsOf(events, RepostRemoved, RepostRestored).map(
      ({ type, data: { repostId, toggle }, meta }) => {
        const isReposted = type === RepostRestored.type;
        return { repostId, isReposted, returnedAt: isReposted ? meta.occurredAt : null, toggle };
      },
    );
    const newest = newestBy(
      changed,
      ({ repostId }) => repostId,
      ({ toggle }) => toggle,
    );
    await updateRows(tx, 'reposts', 'repost_id', newest, 'reposts.toggle < given.toggle');
  },
};
