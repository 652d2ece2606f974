import { type CallContext, moderationRpc, Refusal, type WipeView } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall } from '@hearsay/service-runtime';
import type { PostVisibility } from './post-visibility.js';
import { type StartWipe, startWipe, type UndoWipe, undoWipe } from './wipe.decider.js';
import type { WipeQueries, WipeWithTask } from './wipe.queries.js';
import type { WipeRunner } from './wipe-runner.js';

export const wipeHandlers = (
  pipeline: CommandPipeline,
  queries: WipeQueries,
  posted: PostVisibility,
  runner: WipeRunner,
) => {
  const find = async (wipeId: string): Promise<WipeWithTask> => {
    const wipe = await queries.find(wipeId);
    if (!wipe) throw new Refusal('not_found');
    return wipe;
  };

  const viewOf = async ({ task, reposts, ...wipe }: WipeWithTask, context: CallContext): Promise<WipeView> => {
    if (task === null) return { ...wipe, done: wipe.total };
    const [posts, kept] = await Promise.all([
      posted.progress(wipe.wipeId, context),
      posted.countReposts(wipe.subjectId, context),
    ]);
    const repostsDone = Math.min(reposts, task === 'hide' ? Math.max(0, reposts - kept) : kept);
    return { ...wipe, done: Math.min(wipe.total, (posts?.done ?? 0) + repostsDone) };
  };

  /** @throws Refusal `not_found` if the account does not exist or is deleted */
  const subjectOf = async (accountId: string, context: CallContext) => {
    const subject = await posted.wipeSubject(accountId, context);
    if (!subject.exists) throw new Refusal('not_found');
    return subject;
  };

  return handlersOf(moderationRpc, {
    async wipePreview({ subjectId }, context) {
      const [, counts] = await Promise.all([subjectOf(subjectId, context), posted.countPosts(subjectId, context)]);
      return { counts };
    },

    /** Starts a wipe and waits until the posts are hidden. If the call times out, the wipe continues. */
    async startWipe({ subjectId }, context) {
      const ambassadorId = actorOf(context);
      const lookUp = async (): Promise<StartWipe> => {
        const [{ isProtected, hasInvitation }, counts] = await Promise.all([
          subjectOf(subjectId, context),
          posted.countPosts(subjectId, context),
        ]);
        if (isProtected) throw new Refusal('forbidden', 'The content of this account is protected');
        return { wipeId: idForCall(context), subjectId, ambassadorId, counts, hasInvitation };
      };
      const started = await executeAfterLookUp(pipeline, startWipe, lookUp, commandContext(context, { subjectId }));
      await runner.begin({ wipeId: started.wipeId, subjectId }, context.deadline);
      return started;
    },

    /** Waits for a running hide task, so that this task cannot hide posts after the undo. */
    async undoWipe({ wipeId }, context) {
      const ambassadorId = actorOf(context);
      const { subjectId } = await find(wipeId);
      const lookUp = async (): Promise<UndoWipe> => {
        // Refuses while the account is deleted. The deletion has not hidden posts that the wipe had hidden before, so
        // an undo would show these posts without their author.
        await subjectOf(subjectId, context);
        return { wipeId, ambassadorId };
      };
      await runner.begin({ wipeId, subjectId }, context.deadline, () =>
        executeAfterLookUp(pipeline, undoWipe, lookUp, commandContext(context, { wipeId })),
      );
      return { wipe: await viewOf(await find(wipeId), context) };
    },

    wipe: async ({ wipeId }, context) => ({ wipe: await viewOf(await find(wipeId), context) }),

    async wipes({ limit }, context) {
      const wipes = await queries.newest(limit);
      return { wipes: await Promise.all(wipes.map((wipe) => viewOf(wipe, context))) };
    },
  });
};
