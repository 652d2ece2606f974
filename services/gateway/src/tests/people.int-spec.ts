import {
  contentRpc,
  engagementRpc,
  type FeedPlace,
  identityRpc,
  OwnUser,
  Profile,
  Refusal,
  User,
  UserListItem,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import { makePerson } from './fake-services.suite.js';
import { GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

type SignedIn = ReturnType<GatewayUnderTest['services']['signIn']>;

describe('people and their profiles', () => {
  let gateway: GatewayUnderTest;
  let fan: SignedIn;
  let ambassador: SignedIn;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.calls.length = 0;
    fan = gateway.services.signIn(`fan-${uuidv7()}`);
    ambassador = gateway.services.signIn(`ambassador-${uuidv7()}`, { isAmbassador: true });
    gateway.services.on(identityRpc.mayAsk, () => ({ mayAsk: true }));
  });

  /** What only the person themself may see. */
  const ownFields = ['chosenAura', 'whoMayAsk', 'notificationPreferences'];

  describe('a profile', () => {
    it('is for everyone; what is private stays with its person', async () => {
      const { id } = fan.person;
      for (const cookie of [undefined, ambassador.cookie] as const) {
        const answer = await gateway.ask('GET', `/api/users/${id}`, { ...(cookie && { cookie }) });
        expect(answer.status).toBe(200);
        const { user, ...lists } = answer.body as Profile;
        expect(Profile.parse(answer.body)).toEqual(answer.body);
        expect(User.parse(user)).toEqual(user);
        expect(user).toMatchObject({ id: fan.person.id, xp: 120, followerCount: 0, followingCount: 0, canAsk: true });
        for (const field of ownFields) expect(user).not.toHaveProperty(field);
        expect(lists).toEqual({
          content: [],
          activity: [],
          reposts: [],
          stats: { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 },
        });
      }
    });

    describe('with what its person has done', () => {
      const secret = 'nobody may read this yet';
      const approvedAt = '2026-11-22T08:00:00.000Z';
      let questions: FakeQuestions;
      let place: FeedPlace;
      const read = async (cookie?: string) => {
        const answer = await gateway.ask('GET', `/api/users/${fan.person.id}`, { ...(cookie && { cookie }) });
        expect(Profile.parse(answer.body)).toEqual(answer.body);
        return { ...(answer.body as Profile), text: answer.text };
      };
      beforeEach(() => {
        questions = new FakeQuestions(gateway.services);
        const question = questionView({
          targetId: ambassador.person.id,
          authorId: fan.person.id,
          replyBoostThreshold: 3,
          isRevealed: false,
        });
        const reply = replyView({
          questionId: question.id,
          authorId: fan.person.id,
          content: null,
          isRevealed: false,
          boostThreshold: 3,
        });
        questions.ask(question, [reply]);
        questions.own.set(fan.person.id, new Map([[reply.id, secret]]));
        place = questionPlace(question, { activityType: 'approved', at: approvedAt });
        const replied: FeedPlace = {
          ...place,
          kind: 'answer',
          id: reply.id,
          activityType: 'replied',
          at: '2026-11-22T09:00:00.000Z',
        };
        gateway.services.on(contentRpc.profile, () => ({
          content: [place],
          activity: [replied, place],
          reposts: [],
          stats: { boostsGiven: 1, boostsReceived: 2, answersGiven: 3, questionsAsked: 4 },
        }));
        gateway.services.on(engagementRpc.followCounts, ({ accountIds }: { accountIds: string[] }) => ({
          counts: accountIds.map((accountId) => ({
            accountId,
            followerCount: 7,
            followingCount: 5,
            isFollowing: false,
          })),
        }));
      });

      it('shows posts and acts with what they add, withholding what is locked', async () => {
        const { user, content, activity, stats, text } = await read();
        expect(user).toMatchObject({ followerCount: 7, followingCount: 5 });
        expect(stats).toEqual({ boostsGiven: 1, boostsReceived: 2, answersGiven: 3, questionsAsked: 4 });
        // The list is ordered by the approval and goes on before it; the question was asked earlier.
        expect(content).toMatchObject([
          { id: place.id, activityType: 'approved', actedAt: approvedAt, creatorId: fan.person.id },
        ]);
        expect(content[0]!.createdAt < approvedAt).toBe(true);
        expect(activity).toMatchObject([
          {
            kind: 'answer',
            activityType: 'replied',
            actedAt: '2026-11-22T09:00:00.000Z',
            parentId: place.id,
            replyContent: null,
            replyBoostThreshold: 3,
            replyIsRevealed: false,
            replyBoostCount: 0,
            targetUser: null,
          },
          {
            kind: 'question',
            targetUser: { id: ambassador.person.id },
            replyContent: null,
            replyBoostThreshold: 3,
            replyIsRevealed: null,
            parentId: null,
          },
        ]);
        expect(text).not.toContain(secret);
        expect((await read(fan.cookie)).activity[0]).toMatchObject({ replyContent: secret, isMine: true });
      });

      it('keeps the acts of whoever does not show them for themself; all else stays', async () => {
        gateway.services.people.set(fan.person.id, { ...fan.person, showActivity: false });
        for (const cookie of [undefined, ambassador.cookie]) {
          expect(await read(cookie)).toMatchObject({
            activity: [],
            content: [{ id: place.id }],
            stats: { boostsGiven: 1 },
          });
        }
        expect((await read(fan.cookie)).activity).toHaveLength(2);
      });

      it('is there without its followers while they cannot be counted', async () => {
        gateway.services.on(engagementRpc.followCounts, () => {
          throw new Refusal('unavailable');
        });
        expect((await read()).user).toMatchObject({ followerCount: 0, followingCount: 0 });
      });

      it('pages on from before an instant, and refuses what is none', async () => {
        const path = `/api/users/${fan.person.id}?before=`;
        expect((await gateway.ask('GET', `${path}2026-01-02T03:04:05.678Z`)).status).toBe(200);
        expect(gateway.services.callsOf(contentRpc.profile).at(-1)).toMatchObject({
          input: { accountId: fan.person.id, before: '2026-01-02T03:04:05.678Z' },
          context: { accountId: null },
        });
        expect((await gateway.ask('GET', `${path}yesterday`)).status).toBe(400);
      });
    });

    it('shows its own person all of themself', async () => {
      const answer = await gateway.ask('GET', `/api/users/${fan.person.id}`, { cookie: fan.cookie });
      expect(OwnUser.parse((answer.body as { user: object }).user)).toMatchObject({
        chosenAura: 'none',
        whoMayAsk: 'everyone',
      });
    });

    it('says whether whoever looks may ask', async () => {
      gateway.services.on(identityRpc.mayAsk, ({ askerId }: { askerId: string | null }) => ({
        mayAsk: askerId === ambassador.person.id,
      }));
      const canAsk = async (cookie?: string) =>
        ((await gateway.ask('GET', `/api/users/${fan.person.id}`, { ...(cookie && { cookie }) })).body as Profile).user
          .canAsk;
      expect([await canAsk(), await canAsk(ambassador.cookie)]).toEqual([false, true]);
    });

    it('of nobody is 404, and so is an id that is none', async () => {
      for (const id of [uuidv7(), 'maya']) {
        expect(await gateway.ask('GET', `/api/users/${id}`)).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
    });
  });

  describe('a name', () => {
    it('leads to its person, in any script and as long as names may be', async () => {
      const name = '日'.repeat(50);
      const person = makePerson(name);
      gateway.services.on(identityRpc.personByName, ({ username }: { username: string }) => ({
        person: username === name ? person : null,
      }));
      const answer = await gateway.ask('GET', `/api/users/username/${encodeURIComponent(name)}`);
      expect(answer).toMatchObject({ status: 200, body: { id: person.id, username: name } });
      expect(User.parse(answer.body)).toEqual(answer.body);
      expect((await gateway.ask('GET', '/api/users/username/nobody')).status).toBe(404);
    });
  });

  describe('the list of people', () => {
    const person = { ...makePerson('Nora'), profileImage: `/api/media/p${'n'.repeat(24)}`, isProtected: true };

    it.each([
      ['a visitor', (): string | undefined => undefined, { profileImage: null, createdAt: null, isProtected: null }],
      ['a fan', () => fan.cookie, { profileImage: person.profileImage, createdAt: null, isProtected: null }],
      [
        'an ambassador',
        () => ambassador.cookie,
        { profileImage: person.profileImage, createdAt: person.createdAt, isProtected: true },
      ],
    ] as const)('shows %s what is theirs to see', async (_who, cookieOf: () => string | undefined, expected) => {
      gateway.services.on(identityRpc.listPeople, () => ({ people: [person] }));
      const cookie = cookieOf();
      const answer = await gateway.ask('GET', '/api/users', { ...(cookie && { cookie }) });
      expect(answer.body).toEqual([{ id: person.id, username: 'Nora', isCreator: false, ...expected }]);
      expect(UserListItem.parse((answer.body as object[])[0])).toEqual((answer.body as object[])[0]);
    });

    it('is asked for whole, by pages, or for those who take questions of whoever asks', async () => {
      gateway.services.on(identityRpc.listPeople, () => ({ people: [] }));
      await gateway.ask('GET', '/api/users');
      await gateway.ask('GET', '/api/users?canAsk=true', { cookie: fan.cookie });
      await gateway.ask('GET', '/api/users?canAsk=true&isAnonymous=true', { cookie: fan.cookie });
      await gateway.ask('GET', '/api/users?after=');
      await gateway.ask('GET', '/api/users?after=Nora%20B');
      expect(
        gateway.services.callsOf(identityRpc.listPeople).map(({ input, context }) => [input, context.accountId]),
      ).toEqual([
        [{ limit: 1000, after: '', onlyWhoTakeQuestions: false, isAnonymous: false }, null],
        [{ limit: 1000, after: '', onlyWhoTakeQuestions: true, isAnonymous: false }, fan.person.id],
        [{ limit: 1000, after: '', onlyWhoTakeQuestions: true, isAnonymous: true }, fan.person.id],
        [{ limit: 50, after: '', onlyWhoTakeQuestions: false, isAnonymous: false }, null],
        [{ limit: 50, after: 'Nora B', onlyWhoTakeQuestions: false, isAnonymous: false }, null],
      ]);
      for (const refused of ['canAsk=maybe', `after=${'n'.repeat(51)}`])
        expect((await gateway.ask('GET', `/api/users?${refused}`)).status).toBe(400);
    });
  });

  describe('a search', () => {
    it.each([
      ['a visitor', (): string | undefined => undefined, null],
      ['a fan', () => fan.cookie, null],
      ['an ambassador', () => ambassador.cookie, true],
    ])('answers %s id, name and picture, and only ambassadors who is protected', async (_who, cookie, isProtected) => {
      const nora = makePerson('Nora');
      gateway.services.on(identityRpc.searchPeople, () => ({ people: [{ ...nora, isProtected: true }] }));
      const { body } = await gateway.ask('GET', '/api/users/search?q=%20nor%20', { cookie: cookie() });
      expect(body).toEqual([{ id: nora.id, username: 'Nora', profileImage: nora.profileImage, isProtected }]);
      expect(gateway.services.callsOf(identityRpc.searchPeople)[0]?.input).toEqual({ words: 'nor', limit: 20 });
    });

    it('for nothing finds nobody, for too much is refused', async () => {
      for (const query of ['', '?q=', '?q=%20%20']) {
        expect(await gateway.ask('GET', `/api/users/search${query}`)).toMatchObject({ status: 200, body: [] });
      }
      expect((await gateway.ask('GET', `/api/users/search?q=${'x'.repeat(50)}`)).status).not.toBe(400);
      expect((await gateway.ask('GET', `/api/users/search?q=${'x'.repeat(51)}`)).status).toBe(400);
    });
  });
});
