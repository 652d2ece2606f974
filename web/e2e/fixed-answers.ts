import assert from 'node:assert/strict';
import type { Discussion, FeedItem, OwnUser, ServerFrame } from '@hearsay/contracts';
import type { Page, WebSocketRoute } from '@playwright/test';
import {
  asFeedItem,
  ownId,
  ownUser,
  questionId,
  sampleId,
  sampleMessage,
  sampleNotification,
  samplePodcast,
  sampleProfile,
  sampleQuestion,
  userCard,
} from '../test/sample-content.ts';
import type { Stage } from './suite.ts';
import { wavFile } from './wav.ts';

const now = '2026-11-21T13:00:00.000Z';
export const lockedQuestionId = sampleId(500);

const words: readonly Discussion[] = [
  sampleMessage(1, { content: 'That I could read upside down.', boostCount: 2 }),
  sampleMessage(2, {
    content: 'Me too.',
    userId: ownId,
    user: userCard('maren'),
    isMine: true,
    parentReplyId: sampleId(1),
  }),
];
const open = sampleQuestion(words);
const whispered = {
  id: lockedQuestionId,
  title: 'What would you never say aloud?',
  hasDescription: true,
  isRevealed: false,
  replyBoostThreshold: 3,
  boostCount: 1,
};
export const lockedQuestion = sampleQuestion(
  [sampleMessage(3, { questionId: lockedQuestionId, content: null, isRevealed: false, boostThreshold: 3 })],
  whispered,
);
const episode = samplePodcast(21, { description: 'Two crickets who do not agree.', playCount: 12 });
const feed: readonly FeedItem[] = [open, episode, lockedQuestion].map(asFeedItem);
const person = (number: number, username: string) => ({
  id: sampleId(number),
  username,
  isCreator: number % 2 === 0,
  profileImage: null,
  createdAt: now,
  isProtected: false,
});

const answers: Readonly<Record<string, unknown>> = {
  feed,
  'word-rules': [],
  blocks: [],
  mutes: [],
  'auth/sessions': [{ id: sampleId(1), device: 'Chrome on Linux', createdAt: now, lastUsedAt: now, isCurrent: true }],
  'notifications/read': { success: true },
  'boost-status': { isBoosted: false, boostCount: 0 },
  'repost-status': { hasReposted: false, repostCount: 0 },
  'batch/boost-status': {},
  'batch/repost-status': {},
  'questions/usual': { boosts: 4 },
  [`questions/${questionId}`]: open,
  [`questions/${questionId}/room`]: { from: 3, to: 2, lastNumber: 2, entries: [] },
  [`questions/${lockedQuestionId}`]: lockedQuestion,
  [`questions/${lockedQuestionId}/room`]: { from: 4, to: 3, lastNumber: 3, entries: [] },
  [`podcasts/${episode.id}`]: episode,
  'users/username/tomas': { ...ownUser, ...userCard('tomas', episode.creatorId), canAsk: true },
  [`users/${episode.creatorId}/posts`]: [],
  notifications: [
    sampleNotification({ actor: userCard('lou', sampleId(900)), title: open.title, questionId }),
    sampleNotification({ id: sampleId(2), isRead: true, message: 'Somebody else answered' }),
  ],
  'notifications/unread-count': { unread: 1, reports: null },
  'reports/ambassador': [],
  'admin/wipes': [],
  users: [person(901, 'nadia'), person(902, 'tomas')],
};

interface FixedPage {
  readonly page: Page;
  readonly tell: (frame: ServerFrame) => Promise<void>;
  readonly isAnswered: () => void;
}

/** Opens a page that gets fixed answers instead of the API's. `changes` are fields of the signed-in user. */
export const openFixedPage = async (stage: Stage, changes: Partial<OwnUser> = {}): Promise<FixedPage> => {
  const me = { ...ownUser, ...changes };
  const page = await stage.visitorPage();
  await page.addInitScript((user) => {
    localStorage.setItem('currentUser', JSON.stringify(user));
    localStorage.setItem(`level-shown:${user.id}`, '10');
  }, me);
  await page.clock.setFixedTime(now);
  const line = Promise.withResolvers<WebSocketRoute>();
  await page.routeWebSocket(/\/ws/, (socket) => line.resolve(socket));
  const unanswered = new Set<string>();
  await page.route('**/api/**', (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const path = pathname.slice('/api/'.length);
    const own: Readonly<Record<string, unknown>> = {
      'auth/user': me,
      [`users/${ownId}`]: sampleProfile({
        user: me,
        stats: { boostsGiven: 1, boostsReceived: 2, answersGiven: 3, questionsAsked: 4 },
      }),
      [`users/${ownId}/pending-questions`]: [],
      [`users/${ownId}/recent-question`]: null,
      ...(Number(searchParams.get('page') ?? 1) > 1 && { feed: [] }),
      ...((searchParams.get('after') ?? '') !== '' && { users: [] }),
    };
    const answer = path in own ? own[path] : answers[path.replace(/(?<=-status)\/.*/, '')];
    if (answer === undefined) unanswered.add(`${route.request().method()} ${path}`);
    return route.fulfill({ json: answer === undefined ? [] : answer, headers: { date: new Date(now).toUTCString() } });
  });
  await page.route('**/api/media/**', (route) => route.fulfill({ body: wavFile(90), contentType: 'audio/wav' }));
  return {
    page,
    tell: async (frame) => (await line.promise).send(JSON.stringify(frame)),
    isAnswered: () => assert.deepEqual([...unanswered], []),
  };
};
