import { Boosted, Reposted, RepostRemoved, RepostRestored, Unboosted } from '@hearsay/contracts';
import { rowsProjector } from '@hearsay/service-runtime';
import { refreshRanks } from './ranks.js';

/**
 * Displayed counts come from engagement. One consumer writes both tables, so that each boost is read and parsed once.
 */
export const contentCountsProjector = rowsProjector({
  name: 'content-counts',
  source: 'engagement',
  events: [Boosted, Unboosted, Reposted, RepostRemoved, RepostRestored],
  rows: [
    // Both counts share the revisions of one counter, so each stores its own.
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
        const { boostId, boosterId, contentType, contentId, questionId, toggle } = data;
        const pair = { boostId, boosterId, contentType, contentId, questionId };
        return { ...pair, boostedAt: meta.occurredAt, isBoosted: type === Boosted.type, toggle };
      },
    },
  ],
  async applied(tx, events) {
    await refreshRanks(
      tx,
      events.filter(({ data }) => data.contentType !== 'discussion').map(({ data }) => data.contentId),
    );
    return () => undefined;
  },
});
