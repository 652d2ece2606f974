import { randomUUID } from 'node:crypto';
import { contentModerationRpc, contentRpc, exportsRpc } from '@hearsay/contracts';
import {
  type EventSource,
  eventually,
  QueryPlans,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { content } from './content.definition.js';
import { Conversation, contentSettings } from './content.suite.js';
import { boostBy, boosted, followed, reposted, repostOf } from './feeds/engagement-facts.suite.js';

/** Enough that PostgreSQL would rather take an index, where there is one. */
const many = 30_000;

let service: TestService;
let engagement: EventSource;
let plans: QueryPlans;
let owner: pg.Pool;
let follower: string;
const [maya, jonas] = [randomUUID(), randomUUID()];

const numbered = `select n, uuid_of('q' || n) as id, uuid_of('t' || n) as text_id, uuid_of('p' || n % 500) as author,
  now() - make_interval(mins => n) as at from generate_series(1, ${many}) as n`;
/** A UUID (RFC 9562, version 8) of a text. */
const uuidOf = `create function uuid_of(text) returns uuid immutable language sql
  as $$ select overlay(overlay(md5($1) placing '8' from 13) placing '8' from 17)::uuid $$`;
/** As events would have left them. */
const rows = [
  uuidOf,
  `insert into texts (id, words) select text_id, 'words' from (${numbered}) as x`,
  `insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, threshold, created_at, listed_at, owner_tag, target_id, approval)
   select id, 1, jsonb_build_object('accountId', case when n % 5 > 0 then author end, 'sealed', case when n % 5 = 0 then 'sealed' end), n % 5 = 0, true, text_id, 0,
     at, case when n % 50 > 0 then at end, case when n % 5 = 0 then md5('tag' || n % 500) end, case when n % 50 = 0 then author end,
     case when n % 50 = 0 then 'pending' else 'open' end from (${numbered}) as x`,
  `insert into replies (id, question_id, number, owner, is_anonymous, text_id, created_at)
   select uuid_of('r' || n), uuid_of('q' || n % 3000 + 1), n / 3000 + 1, jsonb_build_object('accountId', author, 'sealed', null), false, text_id, at
   from (${numbered}) as x`,
  `insert into podcasts (id, version, owner_id, title_text_id, media_key, media_type, created_at)
   select uuid_of('e' || n), 1, author, text_id, 'k' || n, 'audio', at from (${numbered}) as x`,
  `insert into media (key, content_type, bytes) select 'k' || n, 'audio/wav', 1 from (${numbered}) as x`,
  `insert into reveals (question_id, number, threshold, reveal_count) select id, 1, 1, 1 from (${numbered}) as x`,
  `insert into content_counts (content_id, boosts) select id, n % 90 from (${numbered}) as x`,
  `insert into ranks (content_id, boosted, engagement, trending) select id, n % 90, n % 90, extract(epoch from at) / 45000 from (${numbered}) as x`,
  `insert into reposts (repost_id, reposter_id, content_type, content_id, question_id, reposted_at, is_reposted, toggle)
   select uuid_of('s' || n), author, 'question', id, id, at, true, 1 from (${numbered}) as x`,
  `insert into follows (follower_id, followed_id, is_following, toggle)
   select author, uuid_of('p' || n / 500), true, 1 from (${numbered}) as x on conflict do nothing`,
  `insert into boosts_given (boost_id, booster_id, content_type, content_id, question_id, boosted_at, is_boosted, toggle)
   select uuid_of('b' || n), author, 'question', id, id, at, true, 1 from (${numbered}) as x`,
  `insert into claims (key) select 'claim ' || n from (${numbered}) as x`,
  'analyze',
];
const bigTables = [
  'texts',
  'questions',
  'replies',
  'podcasts',
  'media',
  'reveals',
  'content_counts',
  'ranks',
  'reposts',
  'follows',
  'boosts_given',
  'claims',
];

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(content, contentSettings(), { prefix });
  engagement = await startEventSource('engagement', service.connection, prefix);
  owner = new pg.Pool({ connectionString: service.database.ownerUrl, max: 2 });
  for (const sql of rows) await owner.query(sql);
  const found = await owner.query<{ id: string }>('select follower_id as id from follows limit 1');
  follower = found.rows[0]!.id;
  plans = new QueryPlans();
});
afterAll(async () => {
  plans.stop();
  await owner.end();
  await engagement.stop();
  await service.stop();
});

describe('content’s queries', () => {
  it('read no big table from end to end', async () => {
    const talk = new Conversation(service, maya, jonas);
    const question = await talk.ask({ isAnonymous: true, description: 'Tell', replyBoostThreshold: 2 });
    const reply = await talk.reply(question.id, 'I will');
    await talk.latch(question.id, 2);
    const call = service.call;
    for (const as of [null, maya]) {
      await talk.page(question.id, as);
      await call(contentRpc.repliesBefore, { questionId: question.id, before: 5, limit: 10 }, as);
      await call(contentRpc.reply, { id: reply.id }, as);
      await call(contentRpc.roomEntries, { questionId: question.id, after: 0 }, as);
      await call(contentRpc.locate, { id: reply.id }, as);
      await call(contentRpc.ownOnPage, { questionId: question.id }, as);
      await call(contentRpc.ownQuestions, { ids: [question.id] }, as);
      await call(contentRpc.ownReplies, { ids: [reply.id] }, as);
      await call(contentRpc.titles, { questionIds: [question.id] }, as);
      await call(contentModerationRpc.reportedContents, { items: [{ contentType: 'discussion', contentId: reply.id }] }, as);
    }
    await call(contentRpc.roomHeads, { questionIds: [question.id] }, null);
    await call(contentRpc.questionViews, { ids: [question.id] }, null);
    await call(contentRpc.replyViews, { ids: [reply.id] }, null);
    await call(contentRpc.podcastViews, { ids: [randomUUID()] }, null);
    await call(contentRpc.boostTargets, { items: [{ contentType: 'question', contentId: question.id }] }, null);
    await call(contentRpc.profile, { accountId: maya, before: null }, null);
    // Somebody who has more than a page of everything.
    for (const as of [maya, follower]) {
      const after = { at: new Date().toISOString(), id: question.id };
      await call(exportsRpc.exportedQuestions, { after }, as);
      await call(exportsRpc.exportedReplies, { after }, as);
      await call(exportsRpc.exportedPodcasts, { after }, as);
      await call(exportsRpc.exportedBoosts, { after }, as);
    }
    for (const sort of ['recent', 'boosted', 'replies', 'engagement', 'trending'] as const) {
      for (const followersOnly of [false, true]) {
        const wish = { sort, page: 1, limit: 10, followersOnly };
        const { anchor } = await call(contentRpc.feed, { ...wish, anchor: null }, follower);
        await call(contentRpc.feed, { ...wish, anchor }, follower);
        await call(contentRpc.feed, { ...wish, anchor: null, page: 900 }, follower);
      }
    }
    const place = { contentType: 'question' as const, contentId: question.id, questionId: question.id };
    await engagement.publish(
      boosted(question.id, 3),
      boostBy(jonas, place),
      reposted(repostOf(jonas, 'question', question.id)),
      reposted(repostOf(jonas, 'question', question.id), 2),
      followed(jonas, maya),
    );
    await eventually('all facts have been applied', async () => {
      const { content: posts, stats } = await call(contentRpc.profile, { accountId: jonas, before: null }, null);
      const { rows: seen } = await owner.query('select 1 from follows where follower_id = $1', [jonas]);
      const { rows: ranked } = await owner.query('select 1 from ranks where content_id = $1 and boosted > 0', [question.id]);
      return posts.length === 0 && stats.boostsGiven === 1 && seen.length === 1 && ranked.length === 1;
    });
    await call(contentRpc.removeContent, { contentType: 'discussion', contentId: reply.id, isAmbassador: true }, maya);
    await call(contentRpc.removeContent, { contentType: 'question', contentId: question.id, isAmbassador: true }, maya);
    plans.stop();
    expect(plans.texts.length).toBeGreaterThan(40);
    expect(await plans.sequentialScans(owner, bigTables)).toEqual([]);
  });
});
