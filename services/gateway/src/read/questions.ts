import {
  type CallContext,
  contentKey,
  contentRpc,
  type Discussion,
  type FeedItem,
  type FeedSort,
  limits,
  type Question,
  type QuestionDetail,
  type QuestionView,
  Refusal,
  type ReplyView,
  type RoomEntryView,
  type RoomPage,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentDiscussion } from '../present/discussion.js';
import { presentFeedItem } from '../present/feed-item.js';
import { presentQuestion } from '../present/question.js';
import { presentQuestionDetail } from '../present/question-detail.js';
import { presentRoomEntry } from '../present/room-entry.js';
import { Counters, countOf, questionRef, replyRef } from './counters.js';
import { People } from './people.js';

/** A page of the feed: after an anchor, or by its number from 1. */
export interface FeedWish {
  readonly sort: FeedSort;
  readonly anchor: string | null;
  readonly page: number;
  readonly limit: number;
}

/** Questions and messages for one viewer: ids from content, then cards and counters in one batched call each, then presenting. */
export class Questions {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
  ) {}

  async feed(wanted: FeedWish, context: CallContext) {
    const { questions, anchor } = await this.#feedViews(wanted, context);
    const { cards, counts } = await this.#around(questions, [], context);
    return { items: questions.map((view): FeedItem => presentFeedItem(view, cards, counts)), anchor };
  }

  async page(questionId: string, context: CallContext): Promise<QuestionDetail> {
    const { question, replies: newest, isCut } = await this.rpc.call(contentRpc.questionPage, { questionId }, context);
    const replies = isCut ? await this.#older(newest, limits.questionMessages, context) : newest;
    const { cards, counts } = await this.#around([question], replies, context);
    return presentQuestionDetail(question, replies, cards, counts);
  }

  async question(view: QuestionView, context: CallContext): Promise<Question> {
    const { cards, counts } = await this.#around([view], [], context);
    return presentQuestion(view, cards, counts);
  }

  async repliesBefore(questionId: string, wanted: { before: number; limit: number }, context: CallContext): Promise<Discussion[]> {
    const { replies: newest, isCut } = await this.rpc.call(contentRpc.repliesBefore, { questionId, ...wanted }, context);
    const replies = isCut ? await this.#older(newest, wanted.limit, context) : newest;
    return this.replies(questionId, replies, context);
  }

  async replies(questionId: string, views: readonly ReplyView[], context: CallContext): Promise<Discussion[]> {
    const { cards, counts } = await this.#around([], views, context, [questionId]);
    const revealCount = countOf(counts, questionRef(questionId)).boostCount;
    return views.map((view) => presentDiscussion(view, cards, counts, { revealCount }));
  }

  /** A message that stands alone. */
  async reply(id: string, context: CallContext): Promise<Discussion> {
    const { reply: view, parentTitle } = await this.rpc.call(contentRpc.reply, { id }, context);
    const { cards, counts } = await this.#around([], [view], context, [view.questionId]);
    const revealCount = countOf(counts, questionRef(view.questionId)).boostCount;
    return presentDiscussion(view, cards, counts, { revealCount, parentTitle });
  }

  async room(questionId: string, after: number, context: CallContext): Promise<RoomPage> {
    const { entries, to, lastNumber } = await this.rpc.call(contentRpc.roomEntries, { questionId, after }, context);
    const messages = entries.flatMap((entry) => (entry.entry === 'reply' ? [entry.reply] : []));
    const { cards, counts } = await this.#around([], messages, context, [questionId]);
    const revealCount = countOf(counts, questionRef(questionId)).boostCount;
    const present = (entry: RoomEntryView) => presentRoomEntry(entry, cards, counts, revealCount);
    return { from: after + 1, to, entries: entries.map(present), lastNumber };
  }

  /** @throws Refusal `not_found` for what never was. */
  async locate(id: string, context: CallContext) {
    const { location } = await this.rpc.call(contentRpc.locate, { id }, context);
    if (!location) throw new Refusal('not_found', 'Content not found');
    return { contentType: location.contentType, id: location.id, questionId: location.questionId };
  }

  async boostStatus(item: { contentType: 'question' | 'discussion' | 'podcast'; contentId: string }, context: CallContext) {
    const count = (await this.counters.of([item], context)).get(contentKey(item));
    if (!count) throw new Refusal('not_found');
    return { isBoosted: count.isBoosted, boostCount: count.boostCount };
  }

  /** Content answers as many as a message has room for: asks on until the page is full or the list ends. */
  async #feedViews(wanted: FeedWish, context: CallContext): Promise<{ questions: QuestionView[]; anchor: string | null }> {
    const questions: QuestionView[] = [];
    let { anchor } = wanted;
    for (;;) {
      const limit = wanted.limit - questions.length;
      const answer = await this.rpc.call(contentRpc.feed, { ...wanted, anchor, limit }, context);
      questions.push(...answer.questions);
      anchor = answer.anchor;
      if (anchor === null || answer.questions.length === 0 || questions.length >= wanted.limit) return { questions, anchor };
    }
  }

  /** The newest `limit` messages, when content's first answer had no room for the older ones of them. */
  async #older(newest: readonly ReplyView[], limit: number, context: CallContext): Promise<ReplyView[]> {
    const replies = [...newest];
    for (let isCut = true; isCut && replies.length < limit; ) {
      const { questionId, number: before } = replies[0]!;
      const wanted = { questionId, before, limit: limit - replies.length };
      const answer = await this.rpc.call(contentRpc.repliesBefore, wanted, context);
      replies.unshift(...answer.replies);
      isCut = answer.isCut && answer.replies.length > 0;
    }
    return replies;
  }

  async #around(questions: readonly QuestionView[], replies: readonly ReplyView[], context: CallContext, also: readonly string[] = []) {
    const refs = [...questions.map(({ id }) => questionRef(id)), ...also.map(questionRef), ...replies.map(({ id }) => replyRef(id))];
    const authors = [...questions.map(({ creatorId }) => creatorId), ...replies.map(({ userId }) => userId)];
    const [cards, counts] = await Promise.all([
      this.people.cards(authors, context.correlationId),
      refs.length > 0 ? this.counters.of(refs, context) : new Map(),
    ]);
    return { cards, counts };
  }
}
