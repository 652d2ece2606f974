import type {
  FoundText,
  NotificationView,
  QuestionView,
  ReplyView,
  ReportView,
  RoomEntryView,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';

const createdAt = '2026-02-03T04:05:06.789Z';

export const questionView = (changes: Partial<QuestionView> = {}): QuestionView => ({
  id: uuidv7(),
  title: 'What did you never tell anyone?',
  description: null,
  authorId: null,
  isAnonymous: false,
  allowAnonymousAnswers: true,
  replyBoostThreshold: 0,
  isRevealed: true,
  replyCount: 0,
  isMine: false,
  isEdited: false,
  targetId: null,
  isApproved: true,
  pinnedReplyId: null,
  lastNumber: 0,
  createdAt,
  ...changes,
});

export const replyView = (changes: Partial<ReplyView> = {}): ReplyView => ({
  id: uuidv7(),
  questionId: uuidv7(),
  number: 1,
  authorId: null,
  content: 'words',
  mediaType: 'text',
  isAnonymous: false,
  parentReplyId: null,
  boostThreshold: 0,
  isRevealed: true,
  isPinned: false,
  isMine: false,
  createdAt,
  ...changes,
});

export const messageEntry = (questionId: string, number: number, changes: Partial<ReplyView> = {}): RoomEntryView => ({
  number,
  entry: 'reply',
  reply: replyView({ questionId, number, content: `message ${number}`, ...changes }),
});

export const notificationView = (changes: Partial<NotificationView> = {}): NotificationView => ({
  id: uuidv7(),
  kind: 'comment',
  type: 'comment',
  isRead: false,
  createdAt,
  contentType: 'discussion',
  contentId: uuidv7(),
  questionId: uuidv7(),
  actorId: null,
  count: 1,
  level: null,
  ...changes,
});

export const reportView = (changes: Partial<ReportView> = {}): ReportView => ({
  id: uuidv7(),
  contentType: 'question',
  contentId: uuidv7(),
  reporterId: uuidv7(),
  authorId: null,
  reason: 'Rude',
  preview: { title: 'Why?', description: null, content: null, mediaType: null },
  isRemoved: false,
  createdAt,
  status: 'pending',
  reviewerId: null,
  resolvedAt: null,
  ...changes,
});

export const foundText = (changes: Partial<FoundText> = {}): FoundText => ({
  kind: 'question',
  id: uuidv7(),
  questionId: uuidv7(),
  title: 'What did you never tell anyone?',
  excerpt: 'What did you never tell anyone?',
  matches: [[0, 4]],
  boostCount: 3,
  authorId: null,
  isAnonymous: false,
  createdAt,
  ...changes,
});
