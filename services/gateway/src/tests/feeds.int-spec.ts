import {
  contentRpc,
  engagementRpc,
  type FeedItem,
  type FeedPlace,
  followedAnchorPrefix,
  identityRpc,
  Profile,
  type RepostView,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import type { SignedIn } from './fake-services.suite.js';
import { podcastView } from './fake-uploads.suite.js';
import { gatewayForBlock } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

const secret = 'nobody may read this yet';
const repostedAt = '2026-03-04T05:06:07.890Z';
const lock = { isAnonymous: true, isRevealed: false } as const;

describe('lists of posts', () => {
  const gateway = gatewayForBlock();
  let questions: FakeQuestions;
  let reposts: RepostView[];
  let author: SignedIn;
  let reposter: SignedIn;
  beforeEach(() => {
    const { services } = gateway;
    questions = new FakeQuestions(services);
    reposts = [];
    services.on(engagementRpc.reposts, ({ repostIds }) => ({
      reposts: reposts.filter(({ repostId }) => repostIds.includes(repostId)),
    }));
    author = services.signIn(`author-${uuidv7()}`);
    reposter = services.signIn(`reposter-${uuidv7()}`);
  });

  const feed = async (query = '', cookie?: string) => {
    const answer = await gateway.get(`/api/feed${query}`, cookie);
    return { ...answer, items: answer.body as FeedItem[] };
  };
  const reposted = <P extends FeedPlace>(place: P): P => {
    const repostId = uuidv7();
    const of = { contentId: place.id, questionId: place.questionId ?? place.id };
    const contentType = place.kind === 'answer' ? 'discussion' : place.kind;
    reposts.push({ ...of, contentType, repostId, reposterId: reposter.person.id, text: null, repostedAt });
    return { ...place, repostId, at: repostedAt, activityType: 'discussion-repost' };
  };
  /** Lists the repost of a locked reply by an anonymous author. */
  const listRepost = () => {
    const question = questionView({ ...lock, replyBoostThreshold: 3, lastNumber: 1, replyCount: 1 });
    const reply = replyView({ ...lock, questionId: question.id, content: null, boostThreshold: 3 });
    questions.ask(question, [reply]);
    questions.own.set(author.person.id, new Map([[reply.id, secret]]));
    const place = reposted(questionPlace(question, { kind: 'answer', id: reply.id }));
    questions.places = [place];
    return { question, reply, place };
  };

  it('a list shows a reposted reply never in an older state than its room does', async () => {
    const { question, reply, place } = listRepost();
    expect((await feed()).items).toMatchObject([{ content: null, user: null, parentTitle: question.title }]);
    questions.ask({ ...question, lastNumber: 2 }, [{ ...reply, isRevealed: true, content: secret }]);
    questions.places = [{ ...place, lastNumber: 2 }];
    expect((await feed()).items).toMatchObject([{ content: secret, isRevealed: true }]);
  });

  it('lists leave out removed reposts and reposts of missing people', async () => {
    const own = questionPlace(questions.ask(questionView()));
    questions.places = [reposted(own), reposted(own), own];
    reposts = [{ ...reposts[1]!, reposterId: uuidv7() }];
    expect((await feed()).items).toMatchObject([{ repostData: null }]);
  });

  it('readers of one anchor share a read, and each gets their own fields', async () => {
    listRepost();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    gateway.services.on(contentRpc.feed, async () => {
      await held;
      return { items: questions.places, anchor: 'opaque' };
    });
    const first = feed('?anchor=opaque');
    await eventually('the first question is under way', () => gateway.services.callsOf(contentRpc.feed).length === 1);
    const own = [true, secret];
    const others = [false, null];
    const callers = [
      [author, own],
      [undefined, others],
      [gateway.fan, others],
      [author, own],
      [reposter, others],
    ] as const;
    const answers = callers.map(([viewer]) => feed('?anchor=opaque', viewer?.cookie));
    await eventually('all sessions are known', () => gateway.services.callsOf(identityRpc.session).length === 3);
    release();
    expect((await first).text).not.toContain(secret);
    const seen = (await Promise.all(answers)).map(({ items }) => items[0]!);
    expect(seen.map((item) => item.kind === 'answer' && [item.isMine, item.content])).toEqual(
      callers.map(([, fields]) => fields),
    );
    expect(gateway.services.callsOf(contentRpc.feed).every(({ context }) => context.accountId === null)).toBe(true);
  });

  it('an anchor decides sort and filter of its list, also for visitors', async () => {
    const question = questions.ask(questionView());
    for (const beside of ['', '&page=7', '&sortBy=boosted&followersOnly=true'])
      expect(await feed(`?anchor=opaque${beside}`)).toMatchObject({ status: 200, items: [{ id: question.id }] });
    const asked = gateway.services.inputsOf(contentRpc.feed).map((input) => JSON.stringify(input));
    expect([asked.length, new Set(asked).size]).toEqual([3, 1]);
  });

  it('lists are read for the viewer only if they list followed people', async () => {
    const viewers = [gateway.fan, author];
    for (const { cookie } of viewers) await feed(`?anchor=${followedAnchorPrefix}opaque`, cookie);
    expect(gateway.services.callsOf(contentRpc.feed).map(({ context }) => context.accountId)).toEqual(
      viewers.map(({ person }) => person.id),
    );
  });

  it('nearly heard questions leave out opened ones, and authors read their own words', async () => {
    const secretive = { ...lock, isAnonymous: false, authorId: author.person.id, replyBoostThreshold: 3 };
    const [closed, opened] = [questionView(secretive), questionView({ ...secretive, isRevealed: true })];
    for (const view of [closed, opened]) questions.ask(view);
    questions.own.set(author.person.id, new Map([[closed.id, secret]]));
    gateway.services.on(contentRpc.nearlyHeard, () => ({ items: [opened, closed].map((view) => questionPlace(view)) }));
    const read = (query = '', cookie?: string) => gateway.get(`/api/feed/nearly-heard${query}`, cookie);
    expect((await read()).body).toMatchObject([{ id: closed.id, description: null, isMine: false, repostData: null }]);
    expect((await read('?limit=10', author.cookie)).body).toMatchObject([{ description: secret, isMine: true }]);
    expect(gateway.services.inputsOf(contentRpc.nearlyHeard)).toEqual([{ limit: 3 }, { limit: 10 }]);
    for (const wrong of ['0', '11', 'many'])
      expect((await read(`?limit=${wrong}`)).body).toMatchObject({
        code: 'invalid_input',
        fields: { limit: expect.any(String) },
      });
  });

  it('content is called again if an answer does not have the whole page', async () => {
    const question = questionView({ replyCount: 5, lastNumber: 5 });
    questions.perAnswer = 2;
    const replies = [1, 2, 3, 4, 5].map((number) => replyView({ questionId: question.id, number }));
    questions.ask(question, replies);
    const { body } = await gateway.get(`/api/questions/${question.id}`);
    expect(body).toMatchObject({ discussions: replies.map(({ number }) => ({ number })) });
    expect(gateway.services.inputsOf(contentRpc.repliesBefore)).toEqual([
      { questionId: question.id, before: 4, limit: 198 },
      { questionId: question.id, before: 2, limit: 196 },
    ]);
    for (let index = 0; index < 4; index += 1) questions.ask(questionView());
    expect((await feed('?limit=5')).items.map(({ id }) => id)).toEqual([...questions.asked.keys()]);
  });

  it('own content is the newest 20 questions and episodes together', async () => {
    const { person, cookie } = gateway.fan;
    const at = (minute: number) => `2026-03-01T00:${String(minute).padStart(2, '0')}:00.000Z`;
    const minutes = Array.from({ length: 15 }, (_, index) => 59 - 2 * index);
    const podcast = { id: uuidv7(), authorId: person.id };
    gateway.services.on(contentRpc.ownPodcastsPage, () => ({
      podcasts: minutes.map((minute) => podcastView({ ...podcast, createdAt: at(minute) })),
    }));
    gateway.services.on(contentRpc.ownQuestionsPage, () => ({
      questions: minutes.map((minute) => questionView({ isMine: true, createdAt: at(minute - 1) })),
    }));
    const { body } = await gateway.get(`/api/users/${person.id}/content`, cookie);
    expect((body as FeedItem[]).map(({ kind, createdAt }) => [kind, createdAt])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index % 2 ? 'question' : 'podcast', at(59 - index)]),
    );
  });

  describe('on a profile', () => {
    const read = async (cookie?: string): Promise<Profile> => {
      const { body } = await gateway.get(`/api/users/${gateway.fan.person.id}`, cookie);
      expect(Profile.parse(body)).toEqual(body);
      return body as Profile;
    };
    beforeEach(() => {
      const { services, fan } = gateway;
      const { question, reply } = listRepost();
      questions.own.set(fan.person.id, new Map([[reply.id, secret]]));
      const place = questionPlace(question);
      const replied = questionPlace(question, { kind: 'answer', id: reply.id, activityType: 'replied' });
      const stats = { boostsGiven: 1, boostsReceived: 2, answersGiven: 3, questionsAsked: 4 };
      services.on(contentRpc.profile, () => ({ content: [place], activity: [replied, place], reposts: [], stats }));
    });

    it('acts are hidden from others if their person hides their activity', async () => {
      const { services, fan } = gateway;
      services.people.set(fan.person.id, { ...fan.person, showActivity: false });
      for (const cookie of [undefined, services.signIn('ambassador', { isAmbassador: true }).cookie])
        expect(await read(cookie)).toMatchObject({ activity: [], content: [{}], stats: { boostsGiven: 1 } });
      expect((await read(fan.cookie)).activity).toHaveLength(2);
    });

    it('profiles have no follower counts while engagement is away', async () => {
      gateway.services.refuse(engagementRpc.followCounts, 'unavailable');
      expect((await read()).user).toMatchObject({ followerCount: 0, followingCount: 0 });
    });
  });
});
