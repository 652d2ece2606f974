import { exportsRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import type { FollowQueries } from '../follows/follow.queries.js';
import type { RepostQueries } from '../reposts/repost.queries.js';

const repostsPerPage = 100;
const followsPerPage = 500;

export const exportHandlers = (reposts: RepostQueries, follows: FollowQueries) =>
  handlersOf(exportsRpc, {
    async exportedReposts({ after }, context) {
      const page = await reposts.repostsBefore(actorOf(context), after, repostsPerPage);
      const last = page.length === repostsPerPage ? page.at(-1) : undefined;
      return { reposts: page, next: last ? { at: last.repostedAt, id: last.repostId } : null };
    },

    async exportedFollows({ after }, context) {
      const followedIds = await follows.followedIdsOf(actorOf(context), after, followsPerPage);
      return { followedIds, next: followedIds.length === followsPerPage ? followedIds.at(-1)! : null };
    },
  });
