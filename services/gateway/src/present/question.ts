import type {
  Discussion,
  Question,
  QuestionDetail,
  QuestionView,
  ReplyView,
  RoomEntry,
  RoomEntryView,
  SeenEntry,
} from '@hearsay/contracts';
import { type Cards, type Counts, countOf, questionRef, replyRef } from './cards-and-counts.js';

interface Authored {
  readonly isAnonymous: boolean;
  readonly isMine: boolean;
  readonly isRevealed: boolean;
}

/** The author's id that may be shown. An anonymous post shows none to any viewer. */
const shownAuthor = (post: Authored, authorId: string | null): string | null => (post.isAnonymous ? null : authorId);

/** The words that may be shown: locked ones to their own author only. */
const shownWords = (post: Authored, words: string | null): string | null =>
  post.isRevealed || post.isMine ? words : null;

/** A question as its viewer may see it. Sealed authors and locked words stay out even if the view holds them. */
export const presentQuestion = (view: QuestionView, cards: Cards, counts: Counts): Question => {
  const creatorId = shownAuthor(view, view.authorId);
  const creator = (creatorId && cards.get(creatorId)) || null;
  const { boostCount, repostCount } = countOf(counts, questionRef(view.id));
  return {
    kind: 'question',
    id: view.id,
    title: view.title,
    description: shownWords(view, view.description),
    creatorId,
    creator,
    creatorUsername: creator?.username ?? null,
    isAnonymous: view.isAnonymous,
    allowAnonymousAnswers: view.allowAnonymousAnswers,
    isApproved: view.isApproved,
    targetUserId: view.targetId,
    targetUsername: (view.targetId && cards.get(view.targetId)?.username) || null,
    boostCount,
    replyBoostThreshold: view.replyBoostThreshold,
    discussionCount: view.replyCount,
    repostCount,
    pinnedReplyId: view.pinnedReplyId,
    isRevealed: view.isRevealed,
    revealCount: boostCount,
    isMine: view.isMine,
    isEdited: view.isEdited,
    lastNumber: view.lastNumber,
    createdAt: view.createdAt,
  };
};

interface Around {
  /** Boosts of the question. */
  readonly revealCount: number;
  /** The question's title, where the message stands alone. */
  readonly parentTitle?: string;
}

/** A message as its viewer may see it. Sealed authors and locked words stay out even if the view holds them. */
export const presentDiscussion = (view: ReplyView, cards: Cards, counts: Counts, around: Around): Discussion => {
  const userId = shownAuthor(view, view.authorId);
  const { boostCount, repostCount } = countOf(counts, replyRef(view.id));
  return {
    kind: 'answer',
    id: view.id,
    questionId: view.questionId,
    number: view.number,
    userId,
    user: (userId && cards.get(userId)) || null,
    content: shownWords(view, view.content),
    mediaUrl: null,
    mediaType: view.mediaType,
    isAnonymous: view.isAnonymous,
    parentReplyId: view.parentReplyId,
    parentTitle: around.parentTitle ?? null,
    boostThreshold: view.boostThreshold,
    boostCount,
    repostCount,
    isRevealed: view.isRevealed,
    revealCount: around.revealCount,
    isPinned: view.isPinned,
    isMine: view.isMine,
    createdAt: view.createdAt,
  };
};

/** The views that make a question's page. */
export interface DetailViews {
  readonly question: QuestionView;
  /** Oldest first. */
  readonly replies: readonly ReplyView[];
  readonly pinnedReply: ReplyView | null;
}

/** A question's page: the question, its newest messages and the one pinned above them. */
export const presentQuestionDetail = (views: DetailViews, cards: Cards, counts: Counts): QuestionDetail => {
  const question = presentQuestion(views.question, cards, counts);
  const present = (reply: ReplyView) => presentDiscussion(reply, cards, counts, { revealCount: question.revealCount });
  return {
    ...question,
    discussions: views.replies.map(present),
    pinnedReply: views.pinnedReply && present(views.pinnedReply),
  };
};

/** The replies that entries hold. */
export const repliesIn = (entries: readonly RoomEntryView[]): ReplyView[] =>
  entries.flatMap((entry) => (entry.entry === 'reply' ? [entry.reply] : []));

/** One change of a room. */
export const presentRoomEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): RoomEntry => {
  const { number } = view;
  switch (view.entry) {
    case 'reply':
      return { number, entry: 'message', discussion: presentDiscussion(view.reply, cards, counts, { revealCount }) };
    case 'pinned':
    case 'removed':
      return { number, entry: view.entry, discussionId: view.replyId };
    case 'revealed':
      return { number, entry: 'revealed', revealCount: view.revealCount };
    case 'restored':
      // The wire knows no return of a message: like an edit it has clients read the question again.
      return { number, entry: 'edited' };
    case 'approved':
    case 'edited':
      return { number, entry: view.entry };
  }
};

/**
 * The same entry for all viewers of a room: it drops `isMine`, and shows locked words to none, even if the view was
 * made for their author.
 */
export const presentSeenEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): SeenEntry => {
  const everyones: RoomEntryView = view.entry === 'reply' ? { ...view, reply: { ...view.reply, isMine: false } } : view;
  const entry = presentRoomEntry(everyones, cards, counts, revealCount);
  if (entry.entry !== 'message') return entry;
  const { isMine: _, ...discussion } = entry.discussion;
  return { ...entry, discussion };
};
