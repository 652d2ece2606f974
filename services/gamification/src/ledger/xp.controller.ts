import { type CallContext, gamificationRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext, idForCall } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { grantXp } from './ledger.decider.js';
import { XpQueries } from './xp.queries.js';

@Controller()
export class XpController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: XpQueries,
  ) {}

  @Handles(gamificationRpc.progress)
  async progress(input: RpcParsed<typeof gamificationRpc.progress>) {
    return { progress: await this.queries.progress(input.accountIds) };
  }

  @Handles(gamificationRpc.xpActivities)
  async xpActivities(input: RpcParsed<typeof gamificationRpc.xpActivities>, context: CallContext) {
    if (context.accountId === null) throw new Refusal('unauthenticated');
    return { activities: await this.queries.activities(context.accountId, input.before, input.limit) };
  }

  @Handles(gamificationRpc.grantXp)
  async grantXp(input: RpcParsed<typeof gamificationRpc.grantXp>, context: CallContext) {
    const entryId = idForCall(context);
    await this.pipeline.execute(grantXp, { ...input, entryId }, commandContext(context, input));
    const [progress] = await this.queries.progress([input.accountId]);
    return { xp: progress!.xp, level: progress!.level };
  }

  @Handles(gamificationRpc.grantReasons)
  async grantReasons(input: RpcParsed<typeof gamificationRpc.grantReasons>) {
    return { reasons: await this.queries.grantReasons(input.entryIds) };
  }
}
