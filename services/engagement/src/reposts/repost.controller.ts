import { type CallContext, engagementRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext, uuidv7 } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { ContentTargets } from '../contents/content-targets.js';
import { repostIdOf } from '../pair-ids.js';
import { type RemoveReposts, type RepostContent, removeReposts, repostContent } from './repost.decider.js';
import { RepostQueries } from './repost.queries.js';
import { RepostRemovals } from './repost-removals.js';

@Controller()
export class RepostController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly targets: ContentTargets,
    private readonly queries: RepostQueries,
    private readonly removals: RepostRemovals,
  ) {}

  @Handles(engagementRpc.repost)
  async repost(input: RpcParsed<typeof engagementRpc.repost>, context: CallContext) {
    const reposterId = actorOf(context);
    const lookUp = async (): Promise<RepostContent> => {
      const target = await this.targets.find(input, context, 'repost');
      if (!target) throw new Refusal('not_found');
      return { reposterId, target, textId: input.text === null ? null : uuidv7(), text: input.text };
    };
    return executeLookedUp(this.pipeline, repostContent, lookUp, commandContext(context, input));
  }

  @Handles(engagementRpc.removeRepost)
  async removeRepost(input: RpcParsed<typeof engagementRpc.removeRepost>, context: CallContext) {
    const { reposterId, contentId, isAmbassador } = input;
    const actor = actorOf(context);
    const lookUp = async (): Promise<RemoveReposts> => {
      if (actor !== reposterId && !isAmbassador) throw new Refusal('forbidden', 'You can only delete your own reposts');
      const repostId = repostIdOf(reposterId, contentId);
      // An unknown repost is refused before its counter is made. The decision under the lock checks its state.
      if (!(await this.queries.isKnown(repostId))) throw new Refusal('not_found');
      return { reposterId, removalId: uuidv7(), reposts: [{ repostId, contentId }] };
    };
    // The actor's role is no part of the payload, since it may differ on a repeat.
    const { changed } = await executeLookedUp(
      this.pipeline,
      removeReposts,
      lookUp,
      commandContext(context, { reposterId, contentId }),
    );
    const [content] = changed;
    if (!content) throw new Refusal('not_found');
    return content;
  }

  @Handles(engagementRpc.reposts)
  async reposts(input: RpcParsed<typeof engagementRpc.reposts>) {
    return { reposts: await this.queries.reposts(input.repostIds) };
  }

  @Handles(engagementRpc.repostCountOf)
  async repostCountOf(input: RpcParsed<typeof engagementRpc.repostCountOf>) {
    return { count: await this.queries.countOf(input.accountId) };
  }

  @Handles(engagementRpc.hideRepostsOf)
  async hideRepostsOf(input: RpcParsed<typeof engagementRpc.hideRepostsOf>, context: CallContext) {
    const { idempotencyKey: _key, ...withoutKey } = context;
    return { count: await this.removals.hideAll(input.accountId, input.removalId, commandContext(withoutKey)) };
  }

  @Handles(engagementRpc.showRepostsOf)
  async showRepostsOf(input: RpcParsed<typeof engagementRpc.showRepostsOf>, context: CallContext) {
    const { idempotencyKey: _key, ...withoutKey } = context;
    return { count: await this.removals.showAll(input.accountId, input.removalId, commandContext(withoutKey)) };
  }
}
