import {
  type ActivityItem,
  contentRpc,
  engagementRpc,
  type FoundUser,
  gamificationRpc,
  type HeardUser,
  identityRpc,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import type { SignedIn } from './fake-services.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

describe('finding people', () => {
  const gateway = gatewayForBlock();
  const followed = new Set<string>();
  let people: SignedIn[];

  beforeEach(() => {
    followed.clear();
    people = Array.from({ length: 60 }, () => gateway.services.signIn(`heard-${uuidv7()}`));
    gateway.services.on(engagementRpc.followCounts, ({ accountIds }, { accountId: viewer }) => ({
      counts: accountIds.map((accountId) => ({
        accountId,
        followerCount: 0,
        followingCount: 0,
        isFollowing: viewer !== null && followed.has(accountId),
      })),
    }));
    gateway.services.on(gamificationRpc.heard, () => ({ accountIds: people.map(({ person }) => person.id) }));
  });

  const heard = async (viewer: SignedIn) => (await gateway.get('/api/users/heard', viewer.cookie)).body as HeardUser[];

  it('the list of heard people omits the viewer and followed, hidden or silent people', async () => {
    const [viewer, friend, hidden, silent, ...others] = people as [SignedIn, SignedIn, SignedIn, SignedIn];
    followed.add(friend.person.id);
    gateway.services.people.delete(hidden.person.id);
    gateway.services.people.set(silent.person.id, { ...silent.person, showActivity: false });
    const found = await heard(viewer);
    expect(found.map(({ id }) => id)).toEqual((others as SignedIn[]).slice(0, 12).map(({ person }) => person.id));
    const { username } = (others as SignedIn[])[0]!.person;
    expect(found[0]).toEqual({
      id: expect.any(String),
      username,
      profileImage: null,
      gradientColors: 'from-purple-400 to-pink-400',
      profileAura: 'none',
      level: 1,
      badge: null,
      isFollowing: false,
    });
  });

  it('the list of heard people is shorter if most candidates are hidden or followed', async () => {
    for (const { person } of people.slice(0, 55)) gateway.services.people.delete(person.id);
    expect(await heard(gateway.fan)).toHaveLength(5);
    for (const { person } of people) followed.add(person.id);
    expect(await heard(gateway.fan)).toEqual([]);
  });

  it('signed-in viewers see level and badge of found people, even without engagement', async () => {
    const [one, two] = people as [SignedIn, SignedIn];
    followed.add(one.person.id);
    gateway.services.on(identityRpc.searchPeople, () => ({
      people: [one, two].map(({ person }) => ({ ...person, level: 3, badge: 'active', isProtected: false })),
    }));
    const search = async (cookie?: string) =>
      ((await gateway.get('/api/users/search?q=heard', cookie)).body as FoundUser[]).map(
        ({ level, badge, isFollowing }) => [level, badge, isFollowing],
      );
    expect(await search()).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(await search(gateway.fan.cookie)).toEqual([
      [3, 'active', true],
      [3, 'active', false],
    ]);
    gateway.services.refuse(engagementRpc.followCounts, 'unavailable');
    expect(await search(gateway.fan.cookie)).toEqual([
      [3, 'active', null],
      [3, 'active', null],
    ]);
  });

  it('people change their own invitation, and ambassadors may only remove one', async () => {
    const [owner] = people as [SignedIn];
    const ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    const removed: unknown[] = [];
    gateway.services.on(identityRpc.changeProfile, () => ({}));
    gateway.services.on(identityRpc.removeInvitation, (input) => {
      removed.push(input);
      return {};
    });
    const change = async (who: SignedIn, invitation: string | null) => {
      const path = `/api/users/${owner.person.id}/invitation`;
      return (await gateway.ask('PATCH', path, { cookie: who.cookie, body: { invitation } })).status;
    };
    expect([await change(owner, 'Ask me'), await change(owner, null)]).toEqual([200, 200]);
    expect(gateway.services.inputsOf(identityRpc.changeProfile)).toEqual([
      { invitation: 'Ask me' },
      { invitation: null },
    ]);
    expect([await change(gateway.fan, null), await change(ambassador, 'Ask me')]).toEqual([403, 403]);
    expect(await change(owner, 'See example.com')).toBe(400);
    expect(removed).toEqual([]);
    expect(await change(ambassador, null)).toBe(200);
    expect(removed).toEqual([{ accountId: owner.person.id }]);
  });

  it('a person’s replies are listed as the viewer may see them', async () => {
    const questions = new FakeQuestions(gateway.services);
    const [author] = people as [SignedIn];
    const { id } = author.person;
    const question = questionView({ isRevealed: false, replyBoostThreshold: 3 });
    const reply = replyView({ questionId: question.id, authorId: id, isRevealed: false, content: null });
    questions.ask(question, [reply]);
    questions.own.set(id, new Map([[reply.id, 'locked words']]));
    const place = questionPlace(question, { kind: 'answer', id: reply.id, activityType: 'replied' });
    gateway.services.on(contentRpc.postsOfPerson, () => ({ places: [place] }));
    const posts = async (cookie?: string) =>
      ((await gateway.get(`/api/users/${id}/posts?kind=answer`, cookie)).body as ActivityItem[]).map(
        (item) => item.kind === 'answer' && item.content,
      );
    expect([await posts(), await posts(gateway.fan.cookie)]).toEqual([[null], [null]]);
    expect(await posts(author.cookie)).toEqual(['locked words']);
    gateway.services.people.set(id, { ...author.person, showActivity: false });
    expect([await posts(), await posts(gateway.fan.cookie)]).toEqual([[], []]);
    expect(await posts(author.cookie)).toEqual(['locked words']);
    expect((await gateway.get(`/api/users/${uuidv7()}/posts?kind=answer`)).status).toBe(404);
  });
});
