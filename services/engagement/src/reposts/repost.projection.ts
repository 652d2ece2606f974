import { Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import { eventsOf, newestBy, type ReadModel, updateRows, upsertRows } from '@hearsay/event-store';
import { type RepostEventDefinition, repostEvents } from './repost.decider.js';

export const repostRows: ReadModel<RepostEventDefinition> = {
  name: 'engagement.reposts',
  events: repostEvents,
  tables: ['reposts'],
  async apply(tx, events) {
    // Writes reposts before removals. A removal that came before its repost has a lower toggle and changes nothing.
    const made = eventsOf(events, Reposted).map(({ version, data, meta }) => {
      const { repostId, reposterId, contentType, contentId, questionId, owner, textId, toggle } = data;
      const pair = { repostId, reposterId, contentType, contentId, questionId, owner };
      return { ...pair, textId, repostedAt: meta.occurredAt, isReposted: true, removalId: null, toggle, version };
    });
    await upsertRows(tx, { table: 'reposts', key: ['repostId'] }, made);
    const changed = eventsOf(events, RepostRemoved, RepostRestored).map(({ type, version, data }) => {
      const isReposted = type === RepostRestored.type;
      const { repostId, removalId, toggle } = data;
      return { repostId, isReposted, removalId: isReposted ? null : removalId, toggle, version };
    });
    const newest = newestBy(changed, ({ repostId }) => repostId);
    await updateRows(tx, 'reposts', 'repost_id', newest, 'reposts.toggle < given.toggle');
  },
};
