import { type CallContext, contentRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { FeedQueries } from './feed.queries.js';
import { ProfileQueries } from './profile.queries.js';

@Controller()
export class FeedController {
  constructor(
    private readonly feeds: FeedQueries,
    private readonly profiles: ProfileQueries,
  ) {}

  @Handles(contentRpc.feed)
  feed(input: RpcParsed<typeof contentRpc.feed>, context: CallContext) {
    return this.feeds.page(input, context.accountId);
  }

  @Handles(contentRpc.profile)
  async profile({ accountId, before }: RpcParsed<typeof contentRpc.profile>) {
    const [lists, stats] = await Promise.all([this.profiles.lists(accountId, before), this.profiles.stats(accountId)]);
    return { ...lists, stats };
  }
}
