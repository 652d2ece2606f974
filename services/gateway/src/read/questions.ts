import {
  type CallContext,
  contentModerationRpc,
  contentRpc,
  type Discussion,
  type Mutes,
  moderationRpc,
  type Question,
  type QuestionView,
  Refusal,
  type ReplyView,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { countsOrZeros, presentDiscussion, presentQuestion, questionRef } from '../present/content.js';
import type { Hydration } from './hydration.js';
import { LatestReads } from './latest-reads.js';
import { callInParts, visitorContext } from './read-context.js';

/** Adds older replies before `newest`, up to `limit`. `isHiding` is true if a hiding ran during one of the reads. */
export const newestReplies = async (
  rpc: RpcClient,
  newest: readonly ReplyView[],
  limit: number,
  context: CallContext,
  mutes?: Mutes,
): Promise<{ replies: ReplyView[]; isHiding: boolean }> => {
  const replies = [...newest];
  let isHiding = false;
  for (let isCut = true; isCut && replies.length < limit; ) {
    const { questionId, number: before } = replies[0]!;
    const wanted = { questionId, before, limit: limit - replies.length, mutes };
    const answer = await rpc.call(contentRpc.repliesBefore, wanted, context);
    replies.unshift(...answer.replies);
    isHiding ||= answer.isHiding ?? false;
    isCut = answer.isCut && answer.replies.length > 0;
  }
  return { replies, isHiding };
};

export type QuestionHead = RpcOutput<typeof contentRpc.roomHeads>['rooms'][number];

/** Reads heads by question id. Leaves out unknown questions, and pending ones unless `withWaiting` is true. */
export class QuestionHeads extends LatestReads<QuestionHead> {
  constructor(rpc: RpcClient, withWaiting = false) {
    super(async (questionIds) => {
      const context = visitorContext();
      const ask = async (some: string[]) =>
        (await rpc.call(contentRpc.roomHeads, { questionIds: some, withWaiting }, context)).rooms;
      return new Map((await callInParts(questionIds, ask)).map((room) => [room.questionId, room]));
    });
  }
}

export class Questions {
  constructor(
    private readonly rpc: RpcClient,
    private readonly hydration: Hydration,
  ) {}

  async question(view: QuestionView, context: CallContext): Promise<Question> {
    const [question] = await this.list([view], context);
    return question!;
  }

  async list(views: readonly QuestionView[], context: CallContext): Promise<Question[]> {
    const { cards, counts } = await this.hydration.cardsAndCounts({ questions: views }, context);
    return views.map((view) => presentQuestion(view, cards, counts));
  }

  async repliesBefore(
    questionId: string,
    wanted: { before: number; limit: number; mutes?: Mutes | undefined },
    context: CallContext,
  ): Promise<Discussion[]> {
    const { replies: newest, isCut } = await this.rpc.call(
      contentRpc.repliesBefore,
      { questionId, ...wanted },
      context,
    );
    const { replies } = isCut
      ? await newestReplies(this.rpc, newest, wanted.limit, context, wanted.mutes)
      : { replies: newest };
    return this.#replies(questionId, replies, context);
  }

  async newReply(view: ReplyView, context: CallContext): Promise<Discussion> {
    const [reply] = await this.#replies(view.questionId, [view], context);
    return reply!;
  }

  async #replies(questionId: string, views: readonly ReplyView[], context: CallContext): Promise<Discussion[]> {
    const { cards, counts } = await this.hydration.cardsAndCounts(
      { replies: views, questionIds: [questionId] },
      context,
    );
    const revealCount = countsOrZeros(counts, questionRef(questionId)).boostCount;
    return views.map((view) => presentDiscussion(view, cards, counts, { revealCount }));
  }

  async reply(id: string, context: CallContext): Promise<Discussion> {
    const { reply, parentTitle } = await this.rpc.call(contentRpc.reply, { id }, context);
    return this.presentWithQuestion(reply, parentTitle, context);
  }

  async presentWithQuestion(view: ReplyView, parentTitle: string, context: CallContext): Promise<Discussion> {
    const [presented] = await this.presentAllWithQuestions([{ reply: view, parentTitle }], context);
    return presented!;
  }

  async presentAllWithQuestions(
    views: readonly { reply: ReplyView; parentTitle: string }[],
    context: CallContext,
  ): Promise<Discussion[]> {
    const replies = views.map(({ reply }) => reply);
    const questionIds = [...new Set(replies.map(({ questionId }) => questionId))];
    const { cards, counts } = await this.hydration.cardsAndCounts({ replies, questionIds }, context);
    return views.map(({ reply, parentTitle }) => {
      const revealCount = countsOrZeros(counts, questionRef(reply.questionId)).boostCount;
      return presentDiscussion(reply, cards, counts, { revealCount, parentTitle });
    });
  }

  /** @throws Refusal `not_found` */
  async locate(id: string, context: CallContext) {
    const { location } = await this.rpc.call(contentRpc.locate, { id }, context);
    if (!location) throw new Refusal('not_found', 'Content not found');
    return { contentType: location.contentType, id: location.id, questionId: location.questionId };
  }

  /**
   * Returns the result of `read`. If `read` rejects with `not_found` and a report on the question is open, ambassadors
   * get the result of `instead`.
   */
  async readOrReportedQuestion<T>(
    questionId: string,
    { context, viewer }: { readonly context: CallContext; readonly viewer: { readonly isAmbassador: boolean } | null },
    read: () => Promise<T>,
    instead: (question: QuestionView) => T | Promise<T>,
  ): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!viewer?.isAmbassador || !(error instanceof Refusal && error.code === 'not_found')) throw error;
      const { hasOpenReport } = await this.rpc.call(
        moderationRpc.hasOpenReport,
        { contentType: 'question', contentId: questionId },
        context,
      );
      if (!hasOpenReport) throw error;
      return instead((await this.rpc.call(contentModerationRpc.reportedQuestion, { questionId }, context)).question);
    }
  }
}
