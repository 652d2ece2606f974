import { randomUUID } from 'node:crypto';
import {
  AccountErased,
  AccountHidden,
  AccountShown,
  type BoostTarget,
  ContentRemoved,
  contentRpc,
  engagementRpc,
  exportsRpc,
  QuestionApproved,
  QuestionAsked,
  ReplyPinned,
} from '@hearsay/contracts';
import {
  createTestServiceStub,
  type EventSource,
  eventually,
  logRows,
  QueryPlans,
  randomSealKeys,
  sourceFact,
  startEventSource,
  startTestService,
  type TestService,
  uniqueSubjectPrefix,
} from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { engagement } from './engagement.definition.js';
import { Erasures } from './reposts/erasures.js';

/** Enough that PostgreSQL would rather take an index, where there is one. */
const many = 30_000;

let service: TestService;
let content: { stop(): void };
let identity: EventSource;
let contents: EventSource;
let plans: QueryPlans;
let owner: pg.Pool;

const numbered = `select n, uuid_of('q' || n) as id, uuid_of('p' || n % 500) as author, now() - make_interval(mins => n) as at
  from generate_series(1, ${many}) as n`;
/** A UUID (RFC 9562, version 8) of a text. */
const uuidOf = `create function uuid_of(text) returns uuid immutable language sql
  as $$ select overlay(overlay(md5($1) placing '8' from 13) placing '8' from 17)::uuid $$`;
/** As events would have left them. */
const rows = [
  uuidOf,
  `insert into contents (content_id, content_type, question_id, owner, thresholds)
   select id, 'question', id, jsonb_build_object('accountId', author, 'sealed', null), '{}' from (${numbered}) as x`,
  `insert into counters (content_id, boosts, peak, revision) select id, n % 90, n % 90, n % 90 from (${numbered}) as x`,
  `insert into boosts (boost_id, account_id, content_id, is_boosted, toggle, version)
   select uuid_of('b' || n), author, id, true, 1, 1 from (${numbered}) as x`,
  `insert into texts (id, words) select uuid_of('t' || n), 'words' from (${numbered}) as x`,
  `insert into reposts (repost_id, reposter_id, content_type, content_id, question_id, owner, text_id, reposted_at, is_reposted, toggle, version)
   select uuid_of('r' || n), author, 'question', id, id, '{}', uuid_of('t' || n), at, true, 1, 1 from (${numbered}) as x`,
  `insert into follows (follow_id, follower_id, followed_id, is_following, suspended_by, toggle, version)
   select uuid_of('f' || n), author, uuid_of('p' || n / 500), true, '{}', 1, 1 from (${numbered}) as x`,
  `insert into follow_counts (account_id, followers, following) select id, 1, 1 from (${numbered}) as x`,
  `insert into claims (key) select 'claim ' || n from (${numbered}) as x`,
  `insert into repost_erasures (repost_id, removal_id, due_at) select id, author, now() + make_interval(hours => n) from (${numbered}) as x`,
  `insert into content_erasures (content_id, removals, due_at) select id, 1, now() + make_interval(hours => n) from (${numbered}) as x`,
  ...logRows(many),
  'analyze',
];
/** What stays small however much is posted. */
const smallTables: string[] = [];

beforeAll(async () => {
  const prefix = uniqueSubjectPrefix();
  service = await startTestService(engagement, randomSealKeys(), { prefix });
  identity = await startEventSource('identity', service.connection, prefix);
  contents = await startEventSource('content', service.connection, prefix);
  content = createTestServiceStub(service.connection, prefix, 'content', {
    [contentRpc.boostTargets.name]: (input) => ({
      targets: (input as { items: BoostTarget[] }).items.map(({ contentType, contentId }) => ({
        contentType,
        contentId,
        questionId: contentId,
        owner: { accountId: null, sealed: null },
        thresholds: [],
      })),
    }),
  });
  owner = new pg.Pool({ connectionString: service.database.ownerUrl, max: 2 });
  for (const sql of rows) await owner.query(sql);
  plans = new QueryPlans();
});
afterAll(async () => {
  plans.stop();
  content.stop();
  await owner.end();
  await identity.stop();
  await contents.stop();
  await service.stop();
});

/** A question is asked of somebody, approved with a pinned reply, and removed. */
const hearOfContent = async (targetId: string) => {
  const questionId = randomUUID();
  const author = { accountId: randomUUID(), sealed: null };
  const envelope = { at: new Date().toISOString(), routingId: questionId };
  const asked = {
    questionId,
    titleTextId: randomUUID(),
    descriptionTextId: null,
    owner: author,
    isAnonymous: false,
    allowAnonymousAnswers: true,
    replyBoostThreshold: 0,
    targetId,
  };
  const approved = { questionId, owner: author, isAnonymous: false, targetId, number: 1 };
  const removed = {
    contentType: 'question' as const,
    contentId: questionId,
    questionId,
    owner: author,
    isAnonymous: false,
    removalId: randomUUID(),
    revision: 1,
    number: null,
    cause: 'author' as const,
  };
  await contents.publish(
    sourceFact(QuestionAsked, asked, envelope),
    sourceFact(QuestionApproved, approved, envelope),
    sourceFact(ReplyPinned, { questionId, replyId: randomUUID(), boostThreshold: 3, number: 2 }, envelope),
    sourceFact(ContentRemoved, removed, envelope),
  );
  await eventually('the question has come and gone', async () => {
    const { rows } = await owner.query('select 1 from contents where content_id = $1 and is_removed', [questionId]);
    return rows.length === 1;
  });
};

describe('engagement’s queries', () => {
  it('are all asked here, and read no table from end to end', async () => {
    const [maya, jonas, item] = [randomUUID(), randomUUID(), { contentType: 'question' as const, contentId: randomUUID() }];
    const { call } = service;
    for (const isBoosted of [true, false]) await call(engagementRpc.setBoost, { ...item, isBoosted }, maya);
    const { repostId } = await call(engagementRpc.repost, { ...item, text: 'Hear this' }, maya);
    await call(engagementRpc.contentCounts, { items: [item] }, maya);
    await call(engagementRpc.reposts, { repostIds: [repostId] }, null);
    await call(engagementRpc.repostsOf, { accountId: maya, before: null, limit: 50 }, null);
    await call(exportsRpc.exportedReposts, { after: { at: new Date().toISOString(), id: repostId } }, maya);
    await call(exportsRpc.exportedFollows, { after: jonas }, maya);
    await call(engagementRpc.repostCountOf, { accountId: maya }, null);
    const removalId = randomUUID();
    await call(engagementRpc.hideRepostsOf, { accountId: maya, removalId }, null);
    await call(engagementRpc.showRepostsOf, { accountId: maya, removalId }, null);
    await call(engagementRpc.removeRepost, { reposterId: maya, contentId: item.contentId, isAmbassador: false }, maya);
    await call(engagementRpc.setFollow, { accountId: jonas, isFollowing: true }, maya);
    await call(engagementRpc.followCounts, { accountIds: [jonas] }, maya);
    for (const [revision, definition] of [AccountHidden, AccountShown].entries()) {
      const data = { accountId: maya, removalId, revision: revision + 1 };
      await identity.publish(sourceFact(definition as typeof AccountHidden, data, { at: new Date().toISOString(), routingId: maya }));
      const followers = definition === AccountHidden ? 0 : 1;
      await eventually('the fact has been applied', async () => {
        const { counts } = await call(engagementRpc.followCounts, { accountIds: [jonas] }, null);
        return counts[0]?.followerCount === followers;
      });
    }
    await call(engagementRpc.followersAmong, { followedId: jonas, accountIds: [maya] }, null);
    await hearOfContent(maya);
    const erased = { accountId: maya, removalId, revision: 3 };
    await identity.publish(sourceFact(AccountErased, erased, { at: new Date().toISOString(), routingId: maya }));
    await eventually('the words of reposts are erased', () => plans.texts.some((text) => text.includes('where reposter_id = any($1))')));
    await new Erasures(service.service.pool, { warn: () => undefined }).run();
    plans.stop();
    expect([...(await plans.readsOfEverything(owner, smallTables)), ...plans.unasked(new URL('.', import.meta.url))]).toEqual([]);
  });
});
