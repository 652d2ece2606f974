import { type CallContext, contentModerationRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { ReportedQueries } from './reported.queries.js';

@Controller()
export class ReportedController {
  constructor(private readonly queries: ReportedQueries) {}

  @Handles(contentModerationRpc.reportedContents)
  async reportedContents(input: RpcParsed<typeof contentModerationRpc.reportedContents>, context: CallContext) {
    return { contents: await this.queries.contents(input.items, context.accountId) };
  }

  @Handles(contentModerationRpc.reportedQuestion)
  async reportedQuestion({ questionId }: RpcParsed<typeof contentModerationRpc.reportedQuestion>) {
    return { question: await this.queries.question(questionId) };
  }

  @Handles(contentModerationRpc.isAuthor)
  async isAuthor(input: RpcParsed<typeof contentModerationRpc.isAuthor>, context: CallContext) {
    return { isAuthor: await this.queries.isAuthor(input, actorOf(context)) };
  }
}
