import { type CallContext, contentKey, engagementRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { ContentTargets } from '../contents/content-targets.js';
import { boostIdOf } from '../pair-ids.js';
import { type SetBoost, setBoost } from './boost.decider.js';

@Controller()
export class BoostController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly targets: ContentTargets,
  ) {}

  @Handles(engagementRpc.setBoost)
  async setBoost(input: RpcParsed<typeof engagementRpc.setBoost>, context: CallContext) {
    const accountId = actorOf(context);
    const lookUp = async (): Promise<SetBoost> => {
      const found = await this.targets.find(input, context, 'boost');
      if (!found) throw new Refusal('not_found');
      const { wasPending = false, ...target } = found;
      return {
        accountId,
        boostId: boostIdOf(accountId, contentKey(target)),
        wasPending,
        target,
        isBoosted: input.isBoosted,
      };
    };
    return executeLookedUp(this.pipeline, setBoost, lookUp, commandContext(context, input));
  }
}
