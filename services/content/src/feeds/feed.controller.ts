import { type CallContext, contentRpc, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller } from '@nestjs/common';
import { FeedQueries } from './feed.queries.js';

@Controller()
export class FeedController {
  constructor(private readonly feeds: FeedQueries) {}

  @Handles(contentRpc.feed)
  feed(input: RpcParsed<typeof contentRpc.feed>, context: CallContext): Promise<RpcOutput<typeof contentRpc.feed>> {
    return this.feeds.page(input, context.accountId);
  }
}
