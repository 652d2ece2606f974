import { type CallContext, exportsRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { FollowQueries } from '../follows/follow.queries.js';
import { RepostQueries } from '../reposts/repost.queries.js';

const repostsPerPage = 100;
const followsPerPage = 500;

@Controller()
export class ExportController {
  constructor(
    private readonly reposts: RepostQueries,
    private readonly follows: FollowQueries,
  ) {}

  @Handles(exportsRpc.exportedReposts)
  async exportedReposts({ after }: RpcParsed<typeof exportsRpc.exportedReposts>, context: CallContext) {
    const reposts = await this.reposts.repostsBehind(actorOf(context), after, repostsPerPage);
    const last = reposts.length === repostsPerPage ? reposts.at(-1) : undefined;
    return { reposts, next: last ? { at: last.repostedAt, id: last.repostId } : null };
  }

  @Handles(exportsRpc.exportedFollows)
  async exportedFollows({ after }: RpcParsed<typeof exportsRpc.exportedFollows>, context: CallContext) {
    const followedIds = await this.follows.followedBy(actorOf(context), after, followsPerPage);
    return { followedIds, next: followedIds.length === followsPerPage ? followedIds.at(-1)! : null };
  }
}
