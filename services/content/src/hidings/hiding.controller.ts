import { type CallContext, contentRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { commandContext, SealedAuthors } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { hideContent, showContent } from './hide-content.decider.js';
import { HidingQueries } from './hiding.queries.js';
import { planVanishing } from './vanishing.js';

/** Within how many seconds anonymous posts go. */
export class VanishingTime {
  constructor(readonly seconds: number) {}
}

@Controller()
export class HidingController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: HidingQueries,
    private readonly authors: SealedAuthors,
    private readonly time: VanishingTime,
  ) {}

  @Handles(contentRpc.countPostsOf)
  async countPostsOf(input: RpcParsed<typeof contentRpc.countPostsOf>): Promise<RpcOutput<typeof contentRpc.countPostsOf>> {
    return { counts: await this.queries.counts(input.accountId) };
  }

  @Handles(contentRpc.hideContentOf)
  async hideContentOf(
    input: RpcParsed<typeof contentRpc.hideContentOf>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.hideContentOf>> {
    const counts = await this.queries.counts(input.accountId);
    const total = counts.questions + counts.discussions + counts.podcasts;
    const vanishing = planVanishing(this.authors, { ...input, isShown: false, seconds: this.time.seconds }, nowOf(context));
    await this.pipeline.execute(hideContent, { ...input, total, vanishing }, commandContext({ ...context, accountId: null }, input));
    return { counts };
  }

  @Handles(contentRpc.showContentOf)
  async showContentOf(
    input: RpcParsed<typeof contentRpc.showContentOf>,
    context: CallContext,
  ): Promise<RpcOutput<typeof contentRpc.showContentOf>> {
    const { removalId } = input;
    const hiding = await this.queries.hiding(removalId);
    if (!hiding) throw new Refusal('not_found');
    const { accountId } = hiding;
    const wish = { accountId, removalId, isShown: true, seconds: this.time.seconds };
    const vanishing = planVanishing(this.authors, wish, nowOf(context));
    return this.pipeline.execute(showContent, { removalId, accountId, vanishing }, commandContext({ ...context, accountId: null }, input));
  }

  @Handles(contentRpc.hidingProgress)
  async hidingProgress(input: RpcParsed<typeof contentRpc.hidingProgress>): Promise<RpcOutput<typeof contentRpc.hidingProgress>> {
    return { hidings: await this.queries.progress(input.removalIds) };
  }
}

const nowOf = ({ now }: CallContext): Date => (now === undefined ? new Date() : new Date(now));
