import { type CallContext, engagementRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { ContentTargets } from '../contents/content-targets.js';
import { setBoost } from './boost.decider.js';

@Controller()
export class BoostController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly targets: ContentTargets,
  ) {}

  @Handles(engagementRpc.setBoost)
  async setBoost(input: RpcParsed<typeof engagementRpc.setBoost>, context: CallContext): Promise<RpcOutput<typeof engagementRpc.setBoost>> {
    const accountId = actorOf(context);
    const target = await this.targets.find(input, context, 'boost');
    if (!target) throw new Refusal('not_found');
    return this.pipeline.execute(setBoost, { accountId, target, isBoosted: input.isBoosted }, commandContext(context, input));
  }
}
