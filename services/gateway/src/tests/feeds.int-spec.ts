import {
  contentRpc,
  engagementRpc,
  type FeedItem,
  type FeedPlace,
  followedAnchorPrefix,
  identityRpc,
  type RepostView,
} from '@hearsay/contracts';
import { uuidv7 } from '@hearsay/service-runtime';
import { eventually } from '@hearsay/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeQuestions, questionPlace } from './fake-questions.suite.js';
import { aGateway, GatewayUnderTest } from './gateway-under-test.suite.js';
import { questionView, replyView } from './views.suite.js';

const secret = 'nobody may read this yet';
const repostedAt = '2026-03-04T05:06:07.890Z';

describe('the feed', () => {
  const gateway = aGateway();
  let questions: FakeQuestions;
  let reposts: RepostView[];
  let [fan, reposter, author]: ReturnType<GatewayUnderTest['services']['signIn']>[] = [];
  beforeEach(() => {
    questions = new FakeQuestions(gateway.services);
    reposts = [];
    gateway.services.on(engagementRpc.reposts, ({ repostIds }: { repostIds: string[] }) => ({
      reposts: reposts.filter(({ repostId }) => repostIds.includes(repostId)),
    }));
    [fan, reposter, author] = ['fan', 'reposter', 'author'].map((name) =>
      gateway.services.signIn(`${name}-${uuidv7()}`),
    );
    gateway.services.calls.length = 0;
  });

  const feed = async (query = '', cookie?: string) => {
    const answer = await gateway.ask('GET', `/api/feed${query}`, cookie === undefined ? {} : { cookie });
    return { ...answer, items: answer.body as FeedItem[] };
  };
  const repost = (
    place: Pick<FeedPlace, 'id' | 'questionId' | 'kind'>,
    text: string | null = null,
  ): Pick<FeedPlace, 'repostId' | 'at' | 'activityType'> => {
    const repostId = uuidv7();
    const contentType: RepostView['contentType'] = place.kind === 'answer' ? 'discussion' : place.kind;
    const of = { contentType, contentId: place.id, questionId: place.questionId ?? place.id };
    reposts.push({ repostId, reposterId: reposter!.person.id, ...of, text, repostedAt });
    return { repostId, at: repostedAt, activityType: contentType === 'discussion' ? 'discussion-repost' : 'repost' };
  };
  const locked = () => {
    const question = questionView({
      isAnonymous: true,
      isRevealed: false,
      replyBoostThreshold: 3,
      lastNumber: 1,
      replyCount: 1,
    });
    const reply = replyView({
      questionId: question.id,
      isAnonymous: true,
      content: null,
      isRevealed: false,
      boostThreshold: 3,
    });
    questions.ask(question, [reply]);
    return { question, reply };
  };

  it('hides locked words in reposts, and anonymous authors', async () => {
    const { question, reply } = locked();
    const place = questionPlace(question, { kind: 'answer', id: reply.id });
    questions.places = [
      { ...place, ...repost(place) },
      { ...questionPlace(question), ...repost(questionPlace(question)) },
    ];
    for (const cookie of [undefined, fan!.cookie, reposter!.cookie]) {
      const { text, items } = await feed('', cookie);
      expect(items).toMatchObject([
        {
          kind: 'answer',
          activityType: 'discussion-repost',
          parentTitle: question.title,
          content: null,
          user: null,
          userId: null,
          isMine: false,
        },
        { kind: 'question', activityType: 'repost', description: null, creator: null, creatorId: null, isMine: false },
      ]);
      expect(text).not.toContain(secret);
      expect(text).not.toContain(author!.person.id);
    }
  });

  it('shows own locked words in others’ reposts only to their author', async () => {
    const { question, reply } = locked();
    questions.own.set(author!.person.id, new Map([[reply.id, secret]]));
    const place = questionPlace(question, { kind: 'answer', id: reply.id });
    questions.places = [{ ...place, ...repost(place) }];
    expect((await feed('', author!.cookie)).items).toMatchObject([{ isMine: true, content: secret, user: null }]);
    for (const cookie of [undefined, fan!.cookie]) expect((await feed('', cookie)).text).not.toContain(secret);
  });

  it('never shows a reposted reply from before a change of its room', async () => {
    const { question, reply } = locked();
    const place = questionPlace(question, { kind: 'answer', id: reply.id });
    const reposted = { ...place, ...repost(place) };
    questions.places = [reposted];
    expect((await feed()).items).toMatchObject([{ content: null }]);
    questions.ask({ ...question, lastNumber: 2 }, [{ ...reply, isRevealed: true, content: secret }]);
    questions.places = [{ ...reposted, lastNumber: 2 }];
    expect((await feed()).items).toMatchObject([{ content: secret, isRevealed: true }]);
  });

  it('leaves out removed reposts and reposts of missing people', async () => {
    const question = questions.ask(questionView());
    const own = questionPlace(question);
    const [gone, nobodys] = [repost(own), repost(own)];
    questions.places = [{ ...own, ...gone }, { ...own, ...nobodys }, own];
    reposts = [{ ...reposts[1]!, reposterId: uuidv7() }];
    expect((await feed()).items).toMatchObject([{ repostData: null }]);
  });

  const holdFeed = () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    gateway.services.on(contentRpc.feed, async () => {
      await held;
      return { items: questions.places, anchor: 'opaque' };
    });
    return release;
  };

  it('pages by anchor for visitors, and adds only the viewer’s own fields', async () => {
    const { question, reply } = locked();
    questions.own.set(author!.person.id, new Map([[reply.id, secret]]));
    const place = questionPlace(question, { kind: 'answer', id: reply.id });
    questions.places = [{ ...place, ...repost(place) }];
    const release = holdFeed();
    const first = feed('?anchor=opaque');
    await eventually('the first question is under way', () => gateway.services.callsOf(contentRpc.feed).length === 1);
    const crowd = [author!.cookie, undefined, fan!.cookie, author!.cookie, reposter!.cookie].map((cookie) =>
      feed('?anchor=opaque', cookie),
    );
    await eventually('everybody’s session is known', () => gateway.services.callsOf(identityRpc.session).length === 3);
    release();
    expect((await first).text).not.toContain(secret);
    const answers = await Promise.all(crowd);
    expect(
      answers.map(({ items }) => items[0]).map((item) => item?.kind === 'answer' && [item.isMine, item.content]),
    ).toEqual([
      [true, secret],
      [false, null],
      [false, null],
      [true, secret],
      [false, null],
    ]);
    expect(gateway.services.callsOf(contentRpc.feed).every(({ context }) => context.accountId === null)).toBe(true);
  });

  it('takes sort and filter only from an anchor, also for visitors', async () => {
    const question = questions.ask(questionView());
    for (const beside of ['', '&page=7', '&sortBy=boosted&followersOnly=true'])
      expect(await feed(`?anchor=opaque${beside}`)).toMatchObject({ status: 200, items: [{ id: question.id }] });
    const asked = gateway.services.callsOf(contentRpc.feed).map(({ input }) => JSON.stringify(input));
    expect([asked.length, new Set(asked).size]).toEqual([3, 1]);
  });

  it('asks for the feed of followed people only for the viewer', async () => {
    questions.ask(questionView());
    for (const { cookie } of [fan!, author!]) await feed(`?anchor=${followedAnchorPrefix}opaque`, cookie);
    expect(gateway.services.callsOf(contentRpc.feed).map(({ context }) => context.accountId)).toEqual([
      fan!.person.id,
      author!.person.id,
    ]);
  });

  it('shows own named locked words only to their author', async () => {
    const question = questionView({
      authorId: author!.person.id,
      isRevealed: false,
      description: null,
      replyBoostThreshold: 3,
    });
    questions.ask(question);
    questions.own.set(author!.person.id, new Map([[question.id, secret]]));
    expect((await feed('', author!.cookie)).items).toMatchObject([{ isMine: true, description: secret }]);
    for (const cookie of [undefined, fan!.cookie])
      expect((await feed('', cookie)).items).toMatchObject([{ isMine: false, description: null }]);
    expect((await feed('', author!.cookie)).items).toMatchObject([{ isMine: true, description: secret }]);
  });
});
