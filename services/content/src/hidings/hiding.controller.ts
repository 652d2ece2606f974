import { type AnonymousPosts, type CallContext, contentRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { Authors, commandContext, SealedAuthors } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { AuthorIds } from '../authors/authorship.js';
import { sealPlan } from './anonymous-plan.js';
import { hideContent, showContent } from './hiding.decider.js';
import { HidingQueries } from './hiding.queries.js';

@Controller()
export class HidingController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: HidingQueries,
    private readonly seals: SealedAuthors,
    private readonly authors: Authors,
    private readonly authorIds: AuthorIds,
  ) {}

  @Handles(contentRpc.countPostsOf)
  async countPostsOf(input: RpcParsed<typeof contentRpc.countPostsOf>) {
    return { counts: await this.queries.counts(input.accountId) };
  }

  @Handles(contentRpc.hideContentOf)
  async hideContentOf(input: RpcParsed<typeof contentRpc.hideContentOf>, context: CallContext) {
    const { anonymousPosts, ...hiding } = input;
    const counts = await this.queries.counts(input.accountId);
    const total = counts.questions + counts.discussions + counts.podcasts;
    const plan = input.cause === 'wipe' ? null : await this.#planFor(input.accountId, anonymousPosts);
    const isChosen = plan !== null;
    await this.pipeline.execute(
      hideContent,
      { ...hiding, total, plan, isChosen },
      commandContext({ ...context, accountId: null }, input),
    );
    return { counts };
  }

  @Handles(contentRpc.showContentOf)
  async showContentOf(input: RpcParsed<typeof contentRpc.showContentOf>, context: CallContext) {
    const { removalId } = input;
    const hiding = await this.queries.hiding(removalId);
    if (!hiding) throw new Refusal('not_found');
    const { accountId } = hiding;
    return this.pipeline.execute(
      showContent,
      { removalId, accountId },
      commandContext({ ...context, accountId: null }, input),
    );
  }

  @Handles(contentRpc.hidingProgress)
  async hidingProgress(input: RpcParsed<typeof contentRpc.hidingProgress>) {
    return { hidings: await this.queries.progress(input.removalIds) };
  }

  /** @throws Refusal `unavailable` */
  async #planFor(accountId: string, anonymousPosts: AnonymousPosts): Promise<string> {
    if (anonymousPosts === 'keep') return sealPlan(this.seals, null);
    const authorId = await this.authors.authorOf(accountId);
    // For an unreadable pair, a plan without an author would keep the posts.
    if (authorId === null && (await this.authorIds.isPaired(accountId))) throw new Refusal('unavailable');
    return sealPlan(this.seals, authorId);
  }
}
