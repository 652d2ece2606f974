import {
  type contentRpc,
  type FeedPlace,
  limits,
  type PostKind,
  type ProfileStats,
  type RpcOutput,
} from '@hearsay/contracts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isEpisodeThere, isThere, withoutMutes } from '../visibility.js';
import {
  boostItemColumns,
  type ItemRow,
  isActiveRepost,
  isListedQuestion,
  podcastItemColumns,
  questionItemColumns,
  repostItemColumns,
  repostTables,
  toFeedPlace,
  visibleRoomJoin,
} from './listed-items.js';

const newest = (instant: string) => `order by ${instant} desc fetch first ($3) rows with ties`;

/**
 * $1 = the person's id, $2 = before this instant, $3 = the limit. Rows of the last instant may exceed the limit,
 * because the next page starts before that instant.
 */
const askedStatement = `select ${questionItemColumns} from questions q
  where q.owner ->> 'accountId' = $1::text and ${isListedQuestion} and q.listed_at < $2 ${newest('q.listed_at')}`;
const published = `select ${podcastItemColumns} from podcasts p
  where p.owner_id = $1::text::uuid and ${isEpisodeThere} and p.created_at < $2 ${newest('p.created_at')}`;
const approved = `select ${questionItemColumns} from questions q
  where q.target_id = $1::text::uuid and ${isListedQuestion} and q.listed_at < $2 ${newest('q.listed_at')}`;
const reposted = `select ${repostItemColumns} from ${repostTables()}
  where s.reposter_id = $1::text::uuid and ${isActiveRepost} and s.reposted_at < $2 ${newest('s.reposted_at')}`;
const replied = `select r.id as "itemId", r.created_at as at, 'answer' as kind, 'replied' as "activityType", r.id,
    q.id as "questionId", q.last_number as "lastNumber", null::uuid as "repostId"
  from replies r join questions q on q.id = r.question_id and ${isListedQuestion}
  where r.owner ->> 'accountId' = $1::text and ${isThere('r')} and r.created_at < $2 ${newest('r.created_at')}`;
const boosted = `select ${boostItemColumns}
  from boosts_given s ${visibleRoomJoin(withoutMutes)}
  where s.booster_id = $1::text::uuid and s.is_boosted and s.boosted_at < $2 ${newest('s.boosted_at')}`;

const merged = (...lists: string[]) =>
  `select * from (select * from (${lists.map((list) => `(${list})`).join(' union all ')}) as items ${newest('at')}) as page
   order by at desc, "itemId" desc`;

/** Stats of people with more posts than this are cached, because counting 10,000 posts took 44 ms of CPU. */
const cacheStatsAbovePosts = 1000;
const statsCacheMs = 10_000;

type ProfileLists = Omit<RpcOutput<typeof contentRpc.profile>, 'stats'>;

export class ProfileQueries {
  readonly #statsOfProlific = new LRUCache<string, ProfileStats>({ max: 1000, ttl: statsCacheMs });

  constructor(private readonly pool: pg.Pool) {}

  /** Newest first, before the instant `before`. Lists may be longer by items of the same instant. */
  async profileLists(accountId: string, before: string | null): Promise<ProfileLists> {
    const read = async (name: string, text: string, limit: number) => {
      const { rows } = await this.pool.query<ItemRow>({ name, text, values: [accountId, before ?? 'infinity', limit] });
      return rows.map(toFeedPlace);
    };
    const [content, activity, reposts] = await Promise.all([
      // Approved questions also appear on their target's profile.
      read('content-of-person', merged(askedStatement, published, approved), limits.profileContent),
      read('activity-of-person', merged(askedStatement, published, reposted, replied, boosted), limits.profileActivity),
      read('reposts-of-person', merged(reposted), limits.profileActivity),
    ]);
    return { content, activity, reposts };
  }

  /** Named replies or episodes, newest first, before the instant `before`. */
  async postsOfKind(accountId: string, kind: PostKind, before: string | null): Promise<FeedPlace[]> {
    const { rows } = await this.pool.query<ItemRow>({
      name: `${kind}s-of-person`,
      text: merged(kind === 'answer' ? replied : published),
      values: [accountId, before ?? 'infinity', limits.postsPage],
    });
    return rows.map(toFeedPlace);
  }

  /** The stats may be ten seconds old for people with more than a thousand posts. */
  async profileStats(accountId: string): Promise<ProfileStats> {
    const kept = this.#statsOfProlific.get(accountId);
    if (kept) return kept;
    const { rows } = await this.pool.query<ProfileStats>({
      name: 'stats-of-person',
      text: `with posts as (
               select q.id, 1 as questions, 0 as answers from questions q where q.owner ->> 'accountId' = $1::text and ${isListedQuestion}
               union all
               select r.id, 0, 1 from replies r join questions q on q.id = r.question_id and ${isListedQuestion}
               where r.owner ->> 'accountId' = $1::text and ${isThere('r')}
               union all
               select p.id, 0, 0 from podcasts p where p.owner_id = $1::text::uuid and ${isEpisodeThere}
             )
             select coalesce(sum(posts.questions), 0)::int as "questionsAsked", coalesce(sum(posts.answers), 0)::int as "answersGiven",
               coalesce(sum((select c.boosts from content_counts c where c.content_id = posts.id)), 0)::int as "boostsReceived",
               (select count(*)::int from boosts_given where booster_id = $1::text::uuid and is_boosted) as "boostsGiven"
             from posts`,
      values: [accountId],
    });
    const profileStats = rows[0] ?? { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 };
    if (profileStats.questionsAsked + profileStats.answersGiven > cacheStatsAbovePosts)
      this.#statsOfProlific.set(accountId, profileStats);
    return profileStats;
  }
}
