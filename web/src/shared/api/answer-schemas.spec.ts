import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { card, message, ownUser, question, questionId } from '../../../test/sample-content.ts';
import * as answerSchemas from './answer-schemas.ts';

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown };
}
type Contracts = Record<string, unknown>;

let byZod: Contracts;
let byUs: Contracts;
beforeAll(async () => {
  byZod = await import('@hearsay/contracts');
  jest.resetModules();
  jest.unstable_mockModule('zod/mini', () => answerSchemas);
  byUs = await import('@hearsay/contracts');
});
afterAll(() => {
  jest.resetModules();
});

const at = '2026-01-02T03:04:05.678Z';
const newer = { ...card('maya'), badge: 'mythical', profileBorder: 'golden', profileAura: 'rainbow', mood: 'good' };
const episode = {
  ...{
    kind: 'podcast',
    id: questionId,
    title: 'Late',
    description: null,
    creatorId: questionId,
    creator: card('maya'),
    creatorUsername: 'maya',
  },
  ...{ mediaUrl: '/api/media/a', mediaType: 'hologram', duration: 1.5, waveform: null, boostCount: 1, commentCount: 0, repostCount: 0 },
  ...{ playCount: 2, isMine: false, isEdited: false, createdAt: at },
};
const listed = { activityType: 'sung', repostData: null };
const notification = {
  ...{ id: questionId, type: 'serenade', message: 'somebody sang', isRead: false, createdAt: at, contentType: 'song', contentId: null },
  ...{ questionId: null, actor: newer, count: 1, title: null },
};
const entries = [
  { number: 1, entry: 'message', discussion: message(1) },
  { number: 2, entry: 'removed', discussionId: questionId },
  { number: 3, entry: 'sung', song: 'x' },
  { number: 4, entry: 'revealed', revealCount: 3 },
];
const report = {
  ...{
    id: questionId,
    reporter: newer,
    reportedUser: { username: 'Anonymous', isAnonymous: true },
    contentId: questionId,
    contentType: 'song',
  },
  ...{ reason: null, description: null, contentPreview: { title: 'a', description: null, content: null, mediaType: 'hologram' } },
  ...{ isRemoved: false, createdAt: at, status: 'lost', reviewer: null, resolvedAt: null },
};
/** A report with the fields that the wire's description names, and no more. */
const reportAsNamed = {
  ...{ id: questionId, reporter: { username: 'maya' }, reportedUser: { username: 'lou', isAnonymous: false }, contentId: questionId },
  ...{ contentType: 'discussion', reason: 'Rude', description: null, createdAt: at, status: 'pending', reviewer: null, resolvedAt: null },
  contentPreview: { title: null, description: null, content: 'a', mediaType: 'text' },
};

describe('the schemas of answers, beside zod', () => {
  it.each([
    ['UserCard', newer],
    ['UserCard', { ...newer, id: questionId.toUpperCase() }],
    ['UserCard', { ...newer, id: 'nonsense' }],
    ['UserCard', { ...newer, level: 'high' }],
    ['UserCard', { ...newer, username: undefined }],
    ['UserCard', null],
    ['CurrentUser', null],
    ['CurrentUser', ownUser],
    ['CurrentUser', { ...ownUser, chosenAura: 'rainbow', whoMayAsk: 'the moon' }],
    ['BoostStatus', { isBoosted: true, boostCount: 3, more: 1 }],
    ['BoostStatus', { isBoosted: 'yes', boostCount: 3 }],
    ['BoostStatus', { isBoosted: true, boostCount: 3.5 }],
    ['BoostStatusMap', { [`question:${questionId}`]: { isBoosted: true, boostCount: 3 } }],
    ['BoostStatusMap', { [`question:${questionId}`]: null }],
    ['BoostStatusMap', []],
    [
      'ReadableFeed',
      [
        { ...question([]), ...listed },
        { ...message(1), ...listed },
        { ...episode, ...listed },
        { kind: 'song', id: questionId },
      ],
    ],
    ['ReadableFeed', {}],
    ['Question', { ...question([]), title: null }],
    ['Podcast', { ...episode, waveform: Array.from({ length: 64 }, (_, bar) => bar) }],
    ['Podcast', { ...episode, duration: Number.NaN }],
    ['Notifications', [notification]],
    ['RoomPage', { from: 1, to: 4, lastNumber: 4, entries }],
    ['RoomPage', { from: 1, to: 4, lastNumber: 4, entries: [{ entry: 'message' }] }],
    ['ServerFrame', { type: 'room', data: { message: '', questionId, discussionCount: 1, from: 1, to: 4, entries } }],
    ['ServerFrame', { type: 'error', data: { message: 'No', code: 'not_found' } }],
    ['ServerFrame', { type: 'song', data: { message: '' } }],
    ['ServerFrame', 'words'],
    ['Reports', [report]],
    ['Reports', [reportAsNamed]],
    ['UserList', [{ id: questionId, username: 'maya', isCreator: true, profileImage: null, createdAt: at }]],
    ['FoundUsers', [{ id: questionId, username: 'maya', profileImage: null }]],
    ['UnreadCount', { unread: 2, reports: null }],
    ['Success', { success: true }],
    ['Success', { success: false }],
    ['RecentQuestion', null],
    ['ContentLocation', { contentType: 'discussion', id: questionId, questionId: null }],
  ])('read an answer alike: %s %#', (name, answer) => {
    const [zods, ours] = [byZod, byUs].map((contracts) => (contracts[name] as Schema).safeParse(answer));
    expect({ success: ours?.success, data: ours?.data }).toEqual({ success: zods?.success, data: zods?.data });
  });

  it.each([
    ['Reports', [reportAsNamed], { isRemoved: false, reporter: { username: 'maya' } }],
    ['Reports', [report], { contentType: 'other' }],
    ['UserList', [{ id: questionId, username: 'maya', isCreator: true, profileImage: null, createdAt: at }], { isProtected: null }],
    ['FoundUsers', [{ id: questionId, username: 'maya', profileImage: null }], { isProtected: null }],
  ])('keep a list whose items lack what the wire does not name: %s', (name, list, read) => {
    for (const contracts of [byZod, byUs])
      expect((contracts[name] as Schema).safeParse(list)).toMatchObject({ success: true, data: [read] });
  });

  it('have everything that the contracts are written with', () => {
    expect(Object.keys(byUs).sort()).toEqual(Object.keys(byZod).sort());
    expect([byZod.UserCard, byUs.UserCard].map((schema) => '_zod' in (schema as object))).toEqual([true, false]);
  });

  it('refuse what breaks a contract', () => {
    expect(() => answerSchemas.object({ title: answerSchemas.string() }).parse({ title: 1 })).toThrow(TypeError);
  });
});
