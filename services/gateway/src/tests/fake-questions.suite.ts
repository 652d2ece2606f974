import { contentRpc, type FeedPlace, type QuestionView, Refusal, type ReplyView } from '@hearsay/contracts';
import type { FakeServices } from './fake-services.suite.js';

interface Asked {
  question: QuestionView;
  replies: ReplyView[];
}

type RoomPlace = Exclude<FeedPlace, { kind: 'podcast' }>;

export const questionPlace = (question: QuestionView, changes: Partial<RoomPlace> = {}): RoomPlace => ({
  kind: 'question',
  activityType: 'created',
  id: question.id,
  questionId: question.id,
  lastNumber: question.lastNumber,
  repostId: null,
  at: question.createdAt,
  ...changes,
});

export class FakeQuestions {
  readonly asked = new Map<string, Asked>();
  readonly own = new Map<string, Map<string, string | null>>();
  perAnswer = 500;
  places: FeedPlace[] | null = null;
  /** True while a hiding has begun but has taken no number yet. */
  isHiding = false;
  /** Replies that were hidden after the read of the head. The head does not report this hiding. */
  readonly hidden = new Set<string>();

  constructor(services: FakeServices) {
    services.on(contentRpc.roomHeads, ({ questionIds }) => ({
      rooms: questionIds.flatMap((questionId) => {
        const { question } = this.asked.get(questionId) ?? {};
        if (!question) return [];
        const { lastNumber, replyCount } = question;
        return [{ questionId, lastNumber, replyCount, isHiding: this.isHiding }];
      }),
    }));
    services.on(contentRpc.questionPage, ({ questionId }, { accountId }) => {
      const { question, replies: all } = this.#one(questionId);
      const replies = all.filter(({ id }) => !this.hidden.has(id));
      return {
        question: this.#seenBy(accountId, question, 'description'),
        replies: replies.slice(-this.perAnswer).map((reply) => this.#seenBy(accountId, reply, 'content')),
        isCut: replies.length > this.perAnswer,
        pinnedReply: null,
        isHiding: this.hidden.size > 0,
      };
    });
    services.on(contentRpc.repliesBefore, ({ questionId, before, limit }) => {
      const earlier = this.#one(questionId).replies.filter(({ number }) => number < before);
      const older = earlier.slice(-limit);
      return { replies: older.slice(-this.perAnswer), isCut: older.length > this.perAnswer };
    });
    services.on(contentRpc.ownOnPage, ({ questionId }, { accountId }) => {
      const { question, replies } = this.#one(questionId);
      const { lastNumber, isApproved } = question;
      const [own = null] = this.#ownOf(accountId, [questionId]);
      const ownReplyWords = this.#ownOf(
        accountId,
        replies.map(({ id }) => id),
      );
      const page = { lastNumber, isApproved, isHiding: this.isHiding, pinnedReply: null };
      return { ...page, question: own, replies: ownReplyWords };
    });
    services.on(contentRpc.feed, ({ limit }) => ({
      items: this.places ?? [...this.asked.values()].slice(0, limit).map(({ question }) => questionPlace(question)),
      anchor: null,
    }));
    services.on(contentRpc.questionViews, ({ ids }) => {
      const looked = ids.slice(0, this.perAnswer);
      const questions = looked.flatMap((id) => this.asked.get(id)?.question ?? []);
      const shown = questions.map((question) => this.#withoutHiddenPin(question));
      return { questions: shown, to: looked.length, isHiding: this.hidden.size > 0 };
    });
    services.on(contentRpc.replyViews, ({ ids }) => {
      const all = [...this.asked.values()].flatMap(({ question, replies }) =>
        replies.map((reply) => ({ reply, parentTitle: question.title })),
      );
      return { replies: ids.flatMap((id) => all.find(({ reply }) => reply.id === id) ?? []), to: ids.length };
    });
    services.on(contentRpc.ownReplyWords, ({ ids }, { accountId }) => ({ replies: this.#ownOf(accountId, ids) }));
    services.on(contentRpc.ownQuestionWords, ({ ids }, { accountId }) => ({ questions: this.#ownOf(accountId, ids) }));
  }

  ask(question: QuestionView, replies: ReplyView[] = []): QuestionView {
    this.asked.set(question.id, { question, replies });
    return question;
  }

  #one(questionId: string): Asked {
    const asked = this.asked.get(questionId);
    if (!asked) throw new Refusal('not_found');
    return asked;
  }

  #withoutHiddenPin(question: QuestionView): QuestionView {
    return this.hidden.has(question.pinnedReplyId ?? '') ? { ...question, pinnedReplyId: null } : question;
  }

  #ownOf(accountId: string | null, ids: string[]) {
    const own = this.own.get(accountId ?? '');
    return ids.flatMap((id) => (own?.has(id) ? [{ id, words: own.get(id) ?? null }] : []));
  }

  #seenBy<V extends { id: string }>(accountId: string | null, view: V, words: keyof V): V {
    const [own] = this.#ownOf(accountId, [view.id]);
    return own ? { ...view, isMine: true, [words]: view[words] ?? own.words } : view;
  }
}
