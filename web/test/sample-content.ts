import type {
  ActivityItem,
  Discussion,
  FeedItem,
  Notification,
  OwnUser,
  Podcast,
  Profile,
  Question,
  QuestionDetail,
  Report,
  UserCard,
} from '@hearsay/contracts';

export const questionId = '0199aaaa-0000-7000-8000-00000000000a';
export const ownId = '0199aaaa-0000-7000-8000-00000000000b';

export const sampleId = (number: number): string => `0199aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const userCard = (username: string, id = ownId): UserCard => ({
  id,
  username,
  profileImage: null,
  gradientColors: 'from-purple-400 to-pink-400',
  level: 1,
  badge: null,
  profileBorder: null,
  profileAura: 'none',
  isCreator: false,
  isAmbassador: false,
  isSpotlight: false,
  hideAmbassadorTitle: false,
});

export const ownUser: OwnUser = {
  ...userCard('maren'),
  xp: 0,
  profileLink: null,
  invitation: null,
  showActivity: true,
  createdAt: '2026-11-21T12:00:00.000Z',
  followerCount: 0,
  followingCount: 0,
  canAsk: false,
  canAskAnonymously: false,
  chosenAura: 'none',
  notificationPreferences: { questionBoosts: true, newReplies: true, reposts: true, reveals: true },
  whoMayAsk: 'everyone',
  anonymousAsks: 'on',
  anonymousAsksOffUntil: null,
};

export const sampleMessage = (number: number, changes: Partial<Discussion> = {}): Discussion => ({
  kind: 'answer',
  id: sampleId(number),
  questionId,
  number,
  userId: sampleId(900),
  user: userCard('lou', sampleId(900)),
  content: `words ${number}`,
  mediaUrl: null,
  mediaType: 'text',
  isAnonymous: false,
  parentReplyId: null,
  parentTitle: null,
  boostThreshold: 0,
  boostCount: 0,
  repostCount: 0,
  isRevealed: true,
  revealCount: 0,
  isPinned: false,
  isMine: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...changes,
});

export const sampleQuestion = (
  discussions: readonly Discussion[],
  changes: Partial<QuestionDetail> = {},
): QuestionDetail => ({
  kind: 'question',
  id: questionId,
  title: 'What did you pretend to understand?',
  description: null,
  hasDescription: false,
  creatorId: sampleId(901),
  creator: userCard('nadia', sampleId(901)),
  creatorUsername: 'nadia',
  isAnonymous: false,
  allowAnonymousAnswers: true,
  isApproved: true,
  approvedAt: null,
  targetUserId: null,
  targetUsername: null,
  boostCount: 0,
  replyBoostThreshold: 0,
  discussionCount: discussions.length,
  repostCount: 0,
  pinnedReplyId: null,
  isRevealed: true,
  revealCount: 0,
  openedAt: null,
  openedBoosts: null,
  lockUntil: null,
  ifNotReached: 'stay',
  isMine: false,
  isEdited: false,
  lastNumber: discussions.at(-1)?.number ?? 0,
  createdAt: '2026-11-21T12:00:00.000Z',
  discussions: [...discussions],
  pinnedReply: null,
  answeredIn: [],
  isWatching: false,
  ...changes,
});

/** A question in the shape of list items. */
export function listedQuestion(changes: Partial<Question> = {}): Question {
  const { discussions: _, pinnedReply: __, answeredIn: ___, isWatching: ____, ...item } = sampleQuestion([], changes);
  return item;
}

export const asFeedItem = <Item extends Question | Discussion | Podcast>(item: Item) =>
  ({ ...item, activityType: 'created', repostData: null }) as Item & FeedItem;

/** A post in the shape of a profile's activity. */
export const asActivity = <Item extends Question | Discussion | Podcast>(
  item: Item,
  changes: Partial<ActivityItem> = {},
) =>
  ({
    actedAt: '2026-11-21T12:00:00.000Z',
    targetUser: null,
    replyContent: null,
    replyBoostThreshold: null,
    replyIsRevealed: null,
    replyBoostCount: null,
    parentId: null,
    ...asFeedItem(item),
    ...changes,
  }) as Item & ActivityItem;

export const sampleProfile = (changes: Partial<Profile> = {}): Profile => ({
  user: ownUser,
  content: [],
  activity: [],
  reposts: [],
  stats: { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 },
  ...changes,
});

export const samplePodcast = (number: number, changes: Partial<Podcast> = {}): Podcast => ({
  kind: 'podcast',
  id: sampleId(number),
  title: `Episode ${number}`,
  description: null,
  creatorId: sampleId(902),
  creator: userCard('tomas', sampleId(902)),
  creatorUsername: 'tomas',
  mediaUrl: `/api/media/${number}`,
  mediaType: 'audio',
  duration: 90,
  waveform: Array.from({ length: 64 }, (_, index) => index),
  boostCount: 0,
  commentCount: 0,
  repostCount: 0,
  repostData: null,
  playCount: 0,
  isMine: false,
  isEdited: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  ...changes,
});

export const sampleNotification = (changes: Partial<Notification> = {}): Notification => ({
  id: sampleId(1),
  type: 'comment',
  message: 'Somebody answered',
  isRead: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  contentType: 'discussion',
  contentId: sampleId(7),
  questionId: null,
  actor: null,
  count: 1,
  title: null,
  ...changes,
});

export const sampleReport = (number: number, changes: Partial<Report> = {}): Report => ({
  id: sampleId(number),
  reporter: userCard('lou'),
  reportedUser: { username: 'nadia', isAnonymous: false },
  contentId: sampleId(100 + number),
  contentType: 'question',
  reason: 'inappropriate_content',
  description: null,
  contentPreview: { title: `Reported ${number}`, description: null, content: null, mediaType: null },
  isRemoved: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  status: 'pending',
  reviewer: null,
  resolvedAt: null,
  ...changes,
});
