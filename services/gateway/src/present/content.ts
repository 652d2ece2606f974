import {
  type ActivityItem,
  AnsweredIn,
  type ContentCounts,
  type ContentRef,
  contentKey,
  type Discussion,
  type FeedItem,
  type FeedPlace,
  Podcast,
  PodcastAnswer,
  type PodcastCard,
  type PodcastChapters,
  type PodcastDetail,
  type PodcastView,
  type Question,
  type QuestionDetail,
  type QuestionView,
  type ReplyView,
  type RepostData,
  type RepostView,
  type RoomEntry,
  type RoomEntryView,
  type SharedEntry,
  type UserCard,
} from '@hearsay/contracts';
import { pickPublicFields } from './pick.js';

/** User cards by account id. */
export type Cards = ReadonlyMap<string, UserCard>;

/** Counts by `contentType:contentId`, without content that engagement does not know. */
export type Counts = ReadonlyMap<string, ContentCounts>;

export const questionRef = (contentId: string): ContentRef => ({ contentType: 'question', contentId });
export const podcastRef = (contentId: string): ContentRef => ({ contentType: 'podcast', contentId });
export const replyRef = (contentId: string): ContentRef => ({ contentType: 'discussion', contentId });

/** Zeros if engagement does not know the content yet. */
export const countsOrZeros = (counts: Counts, item: ContentRef): { boostCount: number; repostCount: number } =>
  counts.get(contentKey(item)) ?? { boostCount: 0, repostCount: 0 };

interface Authored {
  readonly isAnonymous: boolean;
  readonly isMine: boolean;
  readonly isRevealed: boolean;
}

/** Null for an anonymous post, for every viewer. */
const shownAuthor = (post: Authored, authorId: string | null): string | null => (post.isAnonymous ? null : authorId);

/** The words, or null if they are locked and the viewer is not their author. */
const shownWords = (post: Authored, words: string | null): string | null =>
  post.isRevealed || post.isMine ? words : null;

/** Leaves out sealed authors and locked words, even if the view has them. */
export const presentQuestion = (view: QuestionView, cards: Cards, counts: Counts): Question => {
  const creatorId = shownAuthor(view, view.authorId);
  const creator = (creatorId && cards.get(creatorId)) || null;
  const { boostCount, repostCount } = countsOrZeros(counts, questionRef(view.id));
  return {
    kind: 'question',
    id: view.id,
    title: view.title,
    description: shownWords(view, view.description),
    hasDescription: view.hasDescription ?? view.description !== null,
    creatorId,
    creator,
    creatorUsername: creator?.username ?? null,
    isAnonymous: view.isAnonymous,
    allowAnonymousAnswers: view.allowAnonymousAnswers,
    isApproved: view.isApproved,
    approvedAt: view.approvedAt ?? null,
    targetUserId: view.targetId,
    targetUsername: (view.targetId && cards.get(view.targetId)?.username) || null,
    boostCount,
    replyBoostThreshold: view.replyBoostThreshold,
    discussionCount: view.replyCount,
    repostCount,
    pinnedReplyId: view.pinnedReplyId,
    isRevealed: view.isRevealed,
    revealCount: boostCount,
    openedAt: view.openedAt ?? null,
    openedBoosts: view.openedBoosts ?? null,
    lockUntil: view.lockUntil ?? null,
    ifNotReached: view.ifNotReached ?? 'stay',
    isMine: view.isMine,
    isEdited: view.isEdited,
    lastNumber: view.lastNumber,
    createdAt: view.createdAt,
  };
};

interface Around {
  readonly revealCount: number;
  readonly parentTitle?: string;
}

/** Leaves out sealed authors and locked words, even if the view has them. */
export const presentDiscussion = (view: ReplyView, cards: Cards, counts: Counts, around: Around): Discussion => {
  const userId = shownAuthor(view, view.authorId);
  const { boostCount, repostCount } = countsOrZeros(counts, replyRef(view.id));
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

export interface DetailViews {
  /** True if the viewer watches the question. Default: false. */
  readonly isWatching?: boolean;
  readonly question: QuestionView;
  /** Oldest first. */
  readonly replies: readonly ReplyView[];
  readonly pinnedReply: ReplyView | null;
  readonly answeredIn?: readonly AnsweredIn[];
}

export const presentQuestionDetail = (views: DetailViews, cards: Cards, counts: Counts): QuestionDetail => {
  const question = presentQuestion(views.question, cards, counts);
  const present = (reply: ReplyView) => presentDiscussion(reply, cards, counts, { revealCount: question.revealCount });
  return {
    ...question,
    discussions: views.replies.map(present),
    pinnedReply: views.pinnedReply && present(views.pinnedReply),
    answeredIn: (views.answeredIn ?? []).map((episode) => pickPublicFields(AnsweredIn, episode)),
    isWatching: views.isWatching ?? false,
  };
};

/** Leaves out entries that are not replies. */
export const repliesIn = (entries: readonly RoomEntryView[]): ReplyView[] =>
  entries.flatMap((entry) => (entry.entry === 'reply' ? [entry.reply] : []));

export const presentRoomEntry = (view: RoomEntryView, cards: Cards, counts: Counts, revealCount: number): RoomEntry => {
  const { number } = view;
  switch (view.entry) {
    case 'reply':
      return { number, entry: 'message', discussion: presentDiscussion(view.reply, cards, counts, { revealCount }) };
    case 'pinned':
    case 'removed':
      return { number, entry: view.entry, discussionId: view.replyId };
    case 'revealed':
      return { number, entry: 'revealed', revealCount: view.revealCount, openedAt: view.openedAt ?? null };
    case 'restored':
      // The public API has no entry for a restored reply. `edited` makes clients read the question again.
      return { number, entry: 'edited' };
    case 'edited': {
      const { replyBoostThreshold } = view;
      return replyBoostThreshold === undefined
        ? { number, entry: 'edited' }
        : { number, entry: 'threshold', replyBoostThreshold };
    }
    case 'approved':
      return { number, entry: 'approved' };
  }
};

/** Makes the entry that all viewers get. Leaves out `isMine` and locked words, even if the view is the author's. */
export const presentSharedEntry = (
  view: RoomEntryView,
  cards: Cards,
  counts: Counts,
  revealCount: number,
): SharedEntry => {
  const everyones: RoomEntryView = view.entry === 'reply' ? { ...view, reply: { ...view.reply, isMine: false } } : view;
  const entry = presentRoomEntry(everyones, cards, counts, revealCount);
  if (entry.entry !== 'message') return entry;
  const { isMine: _, ...discussion } = entry.discussion;
  return { ...entry, discussion };
};

/** Null if the author no longer exists. */
export const presentPodcast = (view: PodcastView, cards: Cards, counts: Counts): Podcast | null => {
  const creator = cards.get(view.authorId);
  if (!creator) return null;
  const { boostCount, repostCount } = countsOrZeros(counts, podcastRef(view.id));
  return {
    ...pickPublicFields(Podcast, view),
    kind: 'podcast',
    creatorId: view.authorId,
    creator,
    creatorUsername: creator.username,
    mediaUrl: `/api/media/${view.mediaKey}`,
    boostCount,
    commentCount: 0,
    repostCount,
    repostData: null,
  };
};

export const presentPodcastDetail = (
  podcast: Podcast,
  { answers, hasTranscript }: Pick<PodcastDetail, 'answers' | 'hasTranscript'>,
): PodcastDetail => ({
  ...podcast,
  answers: answers.map((answer) => pickPublicFields(PodcastAnswer, answer)),
  hasTranscript,
});

export const presentChapters = ({ title, answers }: PodcastDetail): PodcastChapters => ({
  version: '1.2.0',
  title,
  chapters: answers.map((answer) => ({ startTime: answer.at, title: answer.title })),
});

/** The fields of an episode that visitors see. Leaves out its address, because visitors cannot hear it. */
export const presentPodcastCard = ({ id, title, creator, duration, waveform }: Podcast): PodcastCard => ({
  id,
  title,
  creator: { username: creator.username, profileImage: creator.profileImage },
  duration,
  peaks: waveform,
});

interface ListedAs<Kind, View> {
  readonly kind: Kind;
  readonly place: FeedPlace;
  readonly view: View;
  readonly repost: RepostView | null;
}
export type ListedView =
  | ListedAs<'question', QuestionView>
  | ListedAs<'podcast', PodcastView>
  | (ListedAs<'answer', ReplyView> & { readonly parentTitle: string });

/** A repost always names its reposter, even if the content is anonymous. */
const presentRepost = (repost: RepostView, reposter: UserCard): RepostData => ({
  repostId: repost.repostId,
  reposterUserId: reposter.id,
  reposterUsername: reposter.username,
  reposterProfileImage: reposter.profileImage,
  repostText: repost.text,
  repostCreatedAt: repost.repostedAt,
  mediaUrl: null,
  mediaType: 'text',
});

/** Null if the reposter, or the author of an episode, no longer exists. */
export const presentFeedItem = (item: ListedView, cards: Cards, counts: Counts): FeedItem | null => {
  const reposter = item.repost && cards.get(item.repost.reposterId);
  if (item.repost && !reposter) return null;
  const repostData = item.repost && reposter ? presentRepost(item.repost, reposter) : null;
  const { activityType } = item.place;
  if (item.kind === 'question') return { ...presentQuestion(item.view, cards, counts), activityType, repostData };
  if (item.kind === 'podcast') {
    const podcast = presentPodcast(item.view, cards, counts);
    return podcast && { ...podcast, activityType, repostData };
  }
  const revealCount = countsOrZeros(counts, questionRef(item.view.questionId)).boostCount;
  const discussion = presentDiscussion(item.view, cards, counts, { revealCount, parentTitle: item.parentTitle });
  return { ...discussion, activityType, repostData };
};

/** Null in the same cases as `presentFeedItem`. */
export const presentActivityItem = (item: ListedView, cards: Cards, counts: Counts): ActivityItem | null => {
  const shown = presentFeedItem(item, cards, counts);
  if (!shown) return null;
  const given = shown.kind === 'answer' && shown.activityType === 'replied' ? shown : null;
  const added = {
    actedAt: item.place.at,
    targetUser: (shown.kind === 'question' && shown.targetUserId !== null && cards.get(shown.targetUserId)) || null,
    replyContent: given?.content ?? null,
    replyBoostThreshold: given?.boostThreshold ?? null,
    replyIsRevealed: given?.isRevealed ?? null,
    replyBoostCount: given?.boostCount ?? null,
    parentId: shown.kind === 'answer' ? shown.questionId : null,
  };
  // `added` must not replace a question's own `replyBoostThreshold`.
  return shown.kind === 'question'
    ? { ...shown, ...added, replyBoostThreshold: shown.replyBoostThreshold }
    : { ...shown, ...added };
};
