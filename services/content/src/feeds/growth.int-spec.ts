import type { FeedSort } from '@hearsay/contracts';
import { countedBuffers, recordStatements } from '@hearsay/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ContentUnderTest } from '../content.suite.js';
import { FeedQueries } from './feed.queries.js';
import { encodeAnchor } from './feed-anchors.js';
import { ProfileQueries } from './profile.queries.js';

const id = (kind: string, number: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad((${number})::text, 12, '0'))::uuid`;
const reader = '20000000-0000-4000-8000-000000000000';

const manyPosts = `
  insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, threshold, created_at, listed_at, removal_id)
    select ${id('a', 'n')}, 1, jsonb_build_object('accountId', ${id('b', 'n % 5000')}), false, true, ${id('a', 'n')}, 0,
      timestamptz '2026-01-01' + n * interval '1 second',
      case when n % 5000 < 4980 then timestamptz '2026-01-01' + n * interval '1 second' end, case when n % 5000 >= 4980 then ${id('c', 'n')} end
    from generate_series(0, 14999) n;
  insert into newest_questions select (owner ->> 'accountId')::uuid, max(created_at) from questions group by 1;
  insert into ranks (content_id, boosted) select id, abs(hashtext(id::text)) % 1000 from questions;
  insert into follows (follower_id, followed_id, is_following, toggle)
    select '${reader}'::uuid, ${id('b', 'n')}, true, 1 from generate_series(0, 4999) n`;

const content = new ContentUnderTest();

describe('a feed of followed people', () => {
  beforeAll(async () => {
    await content.service.asOwner(manyPosts);
    await content.service.asOwner('vacuum analyze questions, newest_questions, ranks, follows');
  });

  const hundredth = { at: '2026-01-01T04:08:20.000Z', id: reader, isFollowing: true };
  const behindTheHundredth = encodeAnchor({ sort: 'recent', ...hundredth });
  const query = { sort: 'recent' as FeedSort, anchor: null as string | null, page: 1, limit: 10, followersOnly: true };

  it.each([
    ['the first page', { ...query }, 1000],
    ['the tenth page', { ...query, page: 10 }, 5000],
    ['the page behind the hundredth post', { ...query, anchor: behindTheHundredth }, 1500],
    ['the most boosted', { ...query, sort: 'boosted' as const }, 10_000],
    ['the trending ones', { ...query, sort: 'trending' as const }, 10_000],
  ])('reads %s only of people whose posts can be on the page', async (_, wanted, maxBuffers) => {
    const counted = countedBuffers(content.pool);
    const feed = new FeedQueries(counted.pool);
    expect(await counted.during(() => feed.feedPage(wanted, reader))).toBeLessThan(maxBuffers);
  });

  it('a feed has each post once, and every page but the last is full', async () => {
    const feed = new FeedQueries(content.pool);
    const read: string[] = [];
    for (let anchor: string | null = null; ; ) {
      const page = await feed.feedPage({ ...query, limit: 50, anchor }, reader);
      read.push(...page.items.map((item) => item.id));
      if (page.items.length < 50 || read.length > 3000) break;
      anchor = page.anchor;
    }
    const newest = 'select id from questions where listed_at is not null order by listed_at desc limit $1';
    expect(read.length).toBeGreaterThan(3000);
    expect(read).toEqual((await content.rows(newest, read.length)).map(({ id }) => id));
  });

  it('for 5000 followed people, a first page reads at most twice the buffers of five', async () => {
    const few = '20000000-0000-4000-8000-000000000001';
    await content.service.asOwner(`insert into follows (follower_id, followed_id, is_following, toggle)
      select '${few}'::uuid, ${id('b', 'n * 500')}, true, 1 from generate_series(0, 4) n`);
    await content.service.asOwner('update questions set removal_id = null, listed_at = created_at');
    await content.service.asOwner('vacuum analyze questions, follows');
    const counted = countedBuffers(content.pool);
    const feed = new FeedQueries(counted.pool);
    const ofFew = await counted.during(() => feed.feedPage(query, few));
    expect(ofFew).toBeGreaterThan(0);
    expect(await counted.during(() => feed.feedPage(query, reader))).toBeLessThanOrEqual(2 * ofFew);
  });

  it('PostgreSQL plans the statement for each reader', async () => {
    const feed = new FeedQueries(content.pool);
    const sent = await recordStatements(() => feed.feedPage(query, reader));
    const plans = sent.filter(({ text }) => text.includes('below_askers')).map(({ keepsPlan }) => keepsPlan);
    expect(new Set(plans)).toEqual(new Set([false]));
  });

  it('stats of a person with thousands of posts are cached for all visitors', async () => {
    const [prolific, other] = ['40000000-0000-4000-8000-000000000000', '40000000-0000-4000-8000-000000000001'];
    const asking = (person: string, kind: string, count: number) => `
      insert into questions (id, version, owner, is_anonymous, allow_anonymous_answers, title_text_id, threshold, created_at, listed_at)
        select ${id(kind, 'n')}, 1, jsonb_build_object('accountId', '${person}'), false, true, ${id(kind, 'n')}, 0, now(), now()
        from generate_series(1, ${count}) n`;
    const counted = countedBuffers(content.pool);
    const profiles = new ProfileQueries(counted.pool);
    await content.service.asOwner(asking(prolific, 'd', 1001));
    await content.service.asOwner(asking(other, 'e', 1000));
    expect((await profiles.profileStats(prolific)).questionsAsked).toBe(1001);
    expect(await counted.during(() => profiles.profileStats(prolific))).toBe(0);
    expect((await profiles.profileStats(other)).questionsAsked).toBe(1000);
    expect(await counted.during(() => profiles.profileStats(other))).toBeGreaterThan(0);
  });
});
