import {
  Boosted,
  Followed,
  Reposted,
  RepostRemoved,
  RepostRestored,
  ThresholdApplied,
  Unboosted,
  Unfollowed,
} from '@hearsay/contracts';
import { eventsOf, newestBy, type Projector, updateRows, upsertRows } from '@hearsay/event-store';
import { upsertProjector } from '@hearsay/service-runtime';
import { raiseNewestPostTimes } from './newest-posts.js';
import { refreshRanks } from './ranks.projector.js';

/**
 * Keeps copies of counts and boosts for ranks, lists and exports. Pages read counts from engagement itself. One
 * consumer writes both tables, so that each boost is read and parsed once.
 */
export const contentCountsProjector = upsertProjector({
  name: 'content-counts',
  source: 'engagement',
  // `ThresholdApplied` also raises the revision. Readers compare revisions to know whether these rows are up to date.
  events: [Boosted, Unboosted, Reposted, RepostRemoved, RepostRestored, ThresholdApplied],
  rows: [
    // One counter numbers boosts and reposts together. With one shared column, a newer boost would make an older repost
    // look outdated.
    {
      table: 'content_counts',
      key: ['contentId'],
      order: 'boostsRevision',
      rowOf: ({ data }) =>
        'boostCount' in data && { contentId: data.contentId, boosts: data.boostCount, boostsRevision: data.revision },
    },
    {
      table: 'content_counts',
      key: ['contentId'],
      order: 'repostsRevision',
      rowOf: ({ data }) =>
        'repostCount' in data && {
          contentId: data.contentId,
          reposts: data.repostCount,
          repostsRevision: data.revision,
        },
    },
    {
      table: 'boosts_given',
      key: ['boostId'],
      order: 'toggle',
      rowOf({ type, data, meta }) {
        if (!('boostId' in data)) return false;
        const { boostId, boosterId, contentType, contentId, questionId, toggle, revision } = data;
        const pair = { boostId, boosterId, contentType, contentId, questionId, revision };
        return { ...pair, boostedAt: meta.occurredAt, isBoosted: type === Boosted.type, toggle };
      },
    },
  ],
  async applied(tx, events) {
    const posts = events.filter(({ data }) => data.contentType !== 'discussion');
    const ids = posts.map(({ data }) => data.contentId);
    await refreshRanks(tx, ids);
    return () => undefined;
  },
});

const idOf = ({ repostId }: { readonly repostId: string }) => repostId;

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
    const newestOf = made.map(({ reposterId, repostedAt }) => ({ accountId: reposterId, at: repostedAt }));
    await raiseNewestPostTimes(tx, 'newest_reposts', newestOf);
    const changed = eventsOf(events, RepostRemoved, RepostRestored).map(
      ({ type, data: { repostId, toggle }, meta }) => {
        const isReposted = type === RepostRestored.type;
        return { repostId, isReposted, returnedAt: isReposted ? meta.occurredAt : null, toggle };
      },
    );
    const newest = newestBy(changed, idOf, ({ toggle }) => toggle);
    await updateRows(tx, 'reposts', 'repost_id', newest, 'reposts.toggle < given.toggle');
  },
};

export const followsProjector = upsertProjector({
  name: 'follows',
  source: 'engagement',
  events: [Followed, Unfollowed],
  rows: [
    {
      table: 'follows',
      key: ['followerId', 'followedId'],
      order: 'toggle',
      rowOf({ type, data: { followerId, followedId, toggle } }) {
        return { followerId, followedId, isFollowing: type === Followed.type, toggle };
      },
    },
  ],
});
