import {
  type CallContext,
  identityRpc,
  moderationRpc,
  Refusal,
  type RpcParsed,
  type WipeView,
} from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles, RpcClient } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { PostedContent } from './posted-content.js';
import { type StartWipe, startWipe, type UndoWipe, undoWipe } from './wipe.decider.js';
import { type KnownWipe, WipeQueries } from './wipe.queries.js';
import { WipeRunner } from './wipe-runner.js';

@Controller()
export class WipeController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly queries: WipeQueries,
    private readonly posted: PostedContent,
    private readonly runner: WipeRunner,
    private readonly rpc: RpcClient,
  ) {}

  @Handles(moderationRpc.wipePreview)
  async wipePreview({ subjectId }: RpcParsed<typeof moderationRpc.wipePreview>, context: CallContext) {
    const [{ exists }, counts] = await Promise.all([
      this.#standing(subjectId, context),
      this.posted.counts(subjectId, context),
    ]);
    if (!exists) throw new Refusal('not_found');
    return { counts };
  }

  /** After a timeout the work continues, and a repeat waits again. */
  @Handles(moderationRpc.startWipe)
  async startWipe({ subjectId }: RpcParsed<typeof moderationRpc.startWipe>, context: CallContext) {
    const ambassadorId = actorOf(context);
    const lookUp = async (): Promise<StartWipe> => {
      const [{ exists, isProtected }, counts] = await Promise.all([
        this.#standing(subjectId, context),
        this.posted.counts(subjectId, context),
      ]);
      if (!exists) throw new Refusal('not_found');
      if (isProtected) throw new Refusal('forbidden', 'The content of this account is protected');
      return { wipeId: idForCall(context), subjectId, ambassadorId, counts };
    };
    const started = await executeLookedUp(this.pipeline, startWipe, lookUp, commandContext(context, { subjectId }));
    await this.runner.begin({ wipeId: started.wipeId, subjectId }, context.deadline);
    return started;
  }

  /** A running hiding finishes first, so that it cannot follow the undo. */
  @Handles(moderationRpc.undoWipe)
  async undoWipe({ wipeId }: RpcParsed<typeof moderationRpc.undoWipe>, context: CallContext) {
    const ambassadorId = actorOf(context);
    const { subjectId } = await this.#find(wipeId);
    const lookUp = async (): Promise<UndoWipe> => {
      const { exists } = await this.#standing(subjectId, context);
      // An account's deletion only hides posts that were visible then. Posts that a wipe hid earlier would return
      // without an author.
      if (!exists) throw new Refusal('not_found');
      return { wipeId, ambassadorId };
    };
    await this.runner.begin({ wipeId, subjectId }, context.deadline, () =>
      executeLookedUp(this.pipeline, undoWipe, lookUp, commandContext(context, { wipeId })),
    );
    return { wipe: await this.#viewOf(await this.#find(wipeId), context) };
  }

  @Handles(moderationRpc.wipe)
  async wipe({ wipeId }: RpcParsed<typeof moderationRpc.wipe>, context: CallContext) {
    return { wipe: await this.#viewOf(await this.#find(wipeId), context) };
  }

  @Handles(moderationRpc.wipes)
  async wipes({ limit }: RpcParsed<typeof moderationRpc.wipes>, context: CallContext) {
    const wipes = await this.queries.newest(limit);
    return { wipes: await Promise.all(wipes.map((wipe) => this.#viewOf(wipe, context))) };
  }

  async #find(wipeId: string): Promise<KnownWipe> {
    const wipe = await this.queries.find(wipeId);
    if (!wipe) throw new Refusal('not_found');
    return wipe;
  }

  async #viewOf({ task, reposts, ...wipe }: KnownWipe, context: CallContext): Promise<WipeView> {
    if (task === null) return { ...wipe, done: wipe.total };
    const [posts, standing] = await Promise.all([
      this.posted.progress(wipe.wipeId, context),
      this.posted.reposts(wipe.subjectId, context),
    ]);
    const repostsDone = Math.min(reposts, task === 'hide' ? Math.max(0, reposts - standing) : standing);
    return { ...wipe, done: Math.min(wipe.total, (posts?.done ?? 0) + repostsDone) };
  }

  async #standing(accountId: string, { correlationId, deadline }: CallContext) {
    return this.rpc.call(identityRpc.wipeSubject, { accountId }, { correlationId, deadline, accountId: null });
  }
}
