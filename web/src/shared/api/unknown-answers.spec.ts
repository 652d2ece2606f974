import * as contracts from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { card, message, question, questionId } from '../../../test/sample-content.ts';

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
  ...{
    mediaUrl: '/api/media/a',
    mediaType: 'hologram',
    duration: 1.5,
    waveform: null,
    boostCount: 1,
    commentCount: 0,
    repostCount: 0,
  },
  ...{ playCount: 2, isMine: false, isEdited: false, createdAt: at },
};
const listed = { activityType: 'sung', repostData: null };
const notification = {
  ...{
    id: questionId,
    type: 'serenade',
    message: 'somebody sang',
    isRead: false,
    createdAt: at,
    contentType: 'song',
    contentId: null,
  },
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
  ...{
    reason: null,
    description: null,
    contentPreview: { title: 'a', description: null, content: null, mediaType: 'hologram' },
  },
  ...{ isRemoved: false, createdAt: at, status: 'lost', reviewer: null, resolvedAt: null },
};
/** A report with the fields that the wire's description names, and no more. */
const reportAsNamed = {
  ...{
    id: questionId,
    reporter: { username: 'maya' },
    reportedUser: { username: 'lou', isAnonymous: false },
    contentId: questionId,
  },
  ...{
    contentType: 'discussion',
    reason: 'Rude',
    description: null,
    createdAt: at,
    status: 'pending',
    reviewer: null,
    resolvedAt: null,
  },
  contentPreview: { title: null, description: null, content: 'a', mediaType: 'text' },
};

interface Schema {
  parse(value: unknown): unknown;
  safeParse(value: unknown): { success: boolean };
}
const schemaOf = (name: string): Schema => (contracts as unknown as Record<string, Schema>)[name] as Schema;

describe('answers of a newer server', () => {
  it.each([
    ['UserCard', newer, { badge: null, profileBorder: null, profileAura: 'none' }],
    ['Notifications', [notification], [{ type: 'other', actor: { profileAura: 'none' } }]],
    ['Reports', [report], [{ contentType: 'other' }]],
    ['Reports', [reportAsNamed], [{ isRemoved: false, reporter: { username: 'maya' } }]],
    [
      'UserList',
      [{ id: questionId, username: 'maya', isCreator: true, profileImage: null, createdAt: at }],
      [{ isProtected: null }],
    ],
    ['FoundUsers', [{ id: questionId, username: 'maya', profileImage: null }], [{ isProtected: null }]],
  ])('degrade unknown values and missing fields: %s %#', (name, answer, read) => {
    expect(schemaOf(name).parse(answer)).toMatchObject(read);
  });

  it('leave out feed items of an unknown kind and keep unknown room entries as other', () => {
    const items = [question([]), message(1), episode].map((item) => ({ ...item, ...listed }));
    expect(schemaOf('ReadableFeed').parse([...items, { kind: 'song', id: questionId }])).toHaveLength(3);
    expect(schemaOf('RoomPage').parse({ from: 1, to: 4, lastNumber: 4, entries })).toMatchObject({
      entries: [{ number: 1 }, { number: 2 }, { number: 3, entry: 'other' }, { number: 4 }],
    });
  });

  it.each([
    ['UserCard', { ...newer, id: 'nonsense' }],
    ['UserCard', { ...newer, level: 'high' }],
    ['BoostStatus', { isBoosted: true, boostCount: 3.5 }],
    ['ServerFrame', { type: 'song', data: { message: '' } }],
  ])('fail when they break the contract: %s %#', (name, answer) => {
    expect(schemaOf(name).safeParse(answer).success).toBe(false);
  });
});
