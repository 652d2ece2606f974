import * as contracts from '@hearsay/contracts';
import { describe, expect, it, jest } from '@jest/globals';

interface Reader {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}

jest.unstable_mockModule('zod', () => import('./small-zod.ts'));
jest.resetModules();
const small: Readonly<Record<string, unknown>> = await import('@hearsay/contracts');

const id = '0199aaaa-0000-7000-8000-000000000001';
const at = '2026-11-21T17:00:00.000Z';
const card = {
  id,
  username: 'lou',
  profileImage: null,
  gradientColors: 'from-purple-400 to-pink-400',
  level: 4,
  badge: 'veteran',
  profileBorder: null,
  profileAura: 'none',
  isCreator: false,
  isAmbassador: false,
  isSpotlight: false,
  hideAmbassadorTitle: false,
};
const own = {
  ...card,
  xp: 620,
  profileLink: null,
  showActivity: true,
  createdAt: at,
  followerCount: 0,
  followingCount: 0,
  canAsk: false,
  chosenAura: 'none',
  notificationPreferences: { questionBoosts: true, newReplies: true, reposts: false },
  whoMayAsk: 'everyone',
};
const discussion = {
  kind: 'answer',
  id,
  questionId: id,
  number: 3,
  userId: id,
  user: card,
  content: null,
  mediaUrl: null,
  mediaType: 'text',
  isAnonymous: false,
  parentReplyId: null,
  parentTitle: null,
  boostThreshold: 3,
  boostCount: 0,
  repostCount: 0,
  isRevealed: false,
  revealCount: 2,
  isPinned: false,
  isMine: false,
  createdAt: at,
};
const question = {
  kind: 'question',
  id,
  title: 'Why?',
  description: null,
  creatorId: null,
  creator: null,
  creatorUsername: null,
  isAnonymous: true,
  allowAnonymousAnswers: true,
  isApproved: true,
  targetUserId: null,
  targetUsername: null,
  boostCount: 2,
  replyBoostThreshold: 3,
  discussionCount: 1,
  repostCount: 0,
  pinnedReplyId: null,
  isRevealed: false,
  revealCount: 2,
  isMine: false,
  isEdited: false,
  lastNumber: 3,
  createdAt: at,
};
const notification = {
  id,
  type: 'boost',
  message: 'lou boosted your question',
  isRead: false,
  createdAt: at,
  contentType: 'question',
  contentId: id,
  questionId: null,
  actor: card,
  count: 1,
};
const activity = {
  id,
  rule: 'boost-given',
  amount: 5,
  counted: 5,
  isReversed: false,
  reversedBecause: null,
  contentType: null,
  contentId: null,
  createdAt: at,
};
const frame = {
  type: 'room',
  data: {
    message: '',
    questionId: id,
    discussionCount: 1,
    from: 3,
    to: 4,
    entries: [
      { number: 3, entry: 'message', discussion },
      { number: 4, entry: 'revealed', revealCount: 3 },
    ],
  },
};

/** One right answer for every contract that the app reads. */
const answers: Readonly<Record<string, unknown>> = {
  BoostStatus: { isBoosted: true, boostCount: 1 },
  BoostStatusMap: { [`question:${id}`]: { isBoosted: true, boostCount: 1 } },
  ContentLocation: { contentType: 'discussion', id, questionId: id },
  Discussion: discussion,
  ErrorBody: { error: 'no', code: 'not_found', requestId: 'r', fields: { title: 'empty' } },
  Feed: [{ ...question, activityType: 'created', repostData: null }],
  Notification: notification,
  OwnUser: own,
  Question: question,
  QuestionDetail: { ...question, discussions: [discussion], pinnedReply: null },
  ServerFrame: frame,
  Success: { success: true },
  UnreadCount: { unread: 0, reports: null },
  XpActivity: activity,
};

const readerOf = (module: Readonly<Record<string, unknown>>, name: string) => module[name] as Reader;

/** The answer itself and the answer with each of its fields missing, null, of another kind, negative, broken or unknown. */
function* variants(value: unknown): Generator<unknown> {
  yield value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) for (const changed of variants(item)) yield value.with(index, changed);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    yield* [null, undefined, '', 'no', -1, 1.5, Number.NaN, true, {}, [], '2026-02-30T17:00:00.000Z', id.toUpperCase(), `${id}0`];
    return;
  }
  yield { ...value, unheardOf: 1 };
  for (const [key, field] of Object.entries(value)) {
    const { [key]: _gone, ...rest } = value as Record<string, unknown>;
    yield rest;
    for (const changed of variants(field)) yield { ...value, [key]: changed };
  }
}

describe('the small reader', () => {
  it.each(Object.keys(answers))('reads %s as zod does, right and wrong', (name) => {
    let accepted = 0;
    let refused = 0;
    for (const variant of variants(answers[name])) {
      const expected = readerOf(contracts, name).safeParse(variant);
      const found = readerOf(small, name).safeParse(variant);
      expect({ variant, success: found.success, data: found.data }).toEqual({ variant, success: expected.success, data: expected.data });
      if (expected.success) accepted++;
      else refused++;
    }
    expect(readerOf(contracts, name).safeParse(answers[name]).success).toBe(true);
    expect(accepted).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });

  it('is not zod itself', () => {
    expect(Object.getPrototypeOf(small.Question)).not.toBe(Object.getPrototypeOf(contracts.Question));
  });
});
