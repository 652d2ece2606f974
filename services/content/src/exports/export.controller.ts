import { type CallContext, exportsRpc, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { ExportQueries } from './export.queries.js';

@Controller()
export class ExportController {
  constructor(private readonly queries: ExportQueries) {}

  @Handles(exportsRpc.exportedQuestions)
  async questions({ after }: RpcParsed<typeof exportsRpc.exportedQuestions>, context: CallContext) {
    const { views: questions, next } = await this.queries.questionsOf(actorOf(context), after);
    return { questions, next };
  }

  @Handles(exportsRpc.exportedReplies)
  async replies({ after }: RpcParsed<typeof exportsRpc.exportedReplies>, context: CallContext) {
    const { views: replies, next } = await this.queries.repliesOf(actorOf(context), after);
    return { replies, next };
  }

  @Handles(exportsRpc.exportedPodcasts)
  async podcasts({ after }: RpcParsed<typeof exportsRpc.exportedPodcasts>, context: CallContext) {
    const { views: podcasts, next } = await this.queries.podcastsOf(actorOf(context), after);
    return { podcasts, next };
  }

  @Handles(exportsRpc.exportedBoosts)
  async boosts({ after }: RpcParsed<typeof exportsRpc.exportedBoosts>, context: CallContext) {
    const { views: boosts, next } = await this.queries.boostsOf(actorOf(context), after);
    return { boosts, next };
  }
}
