import {
  type contentRpc,
  limits,
  type Mutes,
  noMutes,
  Refusal,
  type RpcOutput,
  type RpcParsed,
} from '@hearsay/contracts';
import type pg from 'pg';
import { isEpisodeThere } from '../visibility.js';
import { decodeAnchor, encodeAnchor, type FeedAnchor, type RankedAnchor, type RankedSort } from './feed-anchors.js';
import { FrozenLists, type ListDefinition } from './frozen-lists.js';
import { type ItemRow, isListedQuestion, toFeedPlace } from './listed-items.js';
import type { NewestPostsTable } from './newest-posts.js';
import { newestItemsList, type RecentCursor, RecentQueries } from './recent.queries.js';

/** Pages of `recent` skip up to this many rows. Deeper pages start at a place of a frozen list. */
const maxSkippedRows = 200;
/**
 * A deep page begins after the lowest of this many items before it. It is unlikely that repeated reposts move all of
 * them to the top within the ten seconds for which a frozen list is shared.
 */
const itemsForAnchor = 5;
/** Maximum number of followed people in a sorted list, per kind of post. */
const maxPeoplePerList = 500;
const maxPostsPerList = 2000;
const maxPostsPerPerson = 200;

/** Followed people with the newest posts of a kind, and how many posts each person may add. $2 = the follower. */
const newestOfFollowed = (newest: NewestPostsTable) => `(
  select account_id, least(${maxPostsPerPerson}, ${maxPostsPerList} / count(*) over ()) as posts from (
    select n.account_id from follows f join ${newest} n on n.account_id = f.followed_id
    where f.follower_id = $2 and f.is_following order by n.at desc, n.account_id limit ${maxPeoplePerList}
  ) as newest)`;

type FeedRequest = Omit<RpcParsed<typeof contentRpc.feed>, 'mutes'> & { readonly mutes?: Mutes };
type FeedPage = RpcOutput<typeof contentRpc.feed>;

const endOfFeed: FeedPage = { items: [], anchor: null };

/** Every post has a row in `ranks`, so an index returns the list in its order. Posts of equal rank are sorted by id. */
const rankedIds = (sort: RankedSort, followerId: string | null): ListDefinition =>
  followerId === null
    ? {
        name: sort,
        // The lateral join makes PostgreSQL read `ranks` in order and look up each post.
        // With a plain join or an `or`, PostgreSQL might first read all posts.
        ids: `select k.content_id from ranks k
              cross join lateral (
                select from questions q where q.id = k.content_id and ${isListedQuestion}
                union all
                select from podcasts p where p.id = k.content_id and ${isEpisodeThere}
              ) as post
              order by k.${sort} desc, k.content_id desc limit $1`,
        values: [limits.listDepth],
      }
    : {
        name: `${sort} for ${followerId}`,
        ids: `select k.content_id from (
                select post.id from ${newestOfFollowed('newest_questions')} as people cross join lateral (
                  select q.id from questions q where q.owner ->> 'accountId' = people.account_id::text and ${isListedQuestion}
                  order by q.listed_at desc, q.id desc limit people.posts) as post
                union all
                select post.id from ${newestOfFollowed('newest_podcasts')} as people cross join lateral (
                  select p.id from podcasts p where p.owner_id = people.account_id and ${isEpisodeThere}
                  order by p.created_at desc limit people.posts) as post
              ) as post
              join ranks k on k.content_id = post.id order by k.${sort} desc, k.content_id desc limit $1`,
        values: [limits.listDepth, followerId],
      };

export class FeedQueries {
  readonly #lists: FrozenLists;
  readonly #recent: RecentQueries;

  constructor(private readonly pool: pg.Pool) {
    this.#lists = new FrozenLists(pool);
    this.#recent = new RecentQueries(pool);
  }

  /** @throws Refusal `anchor_expired` for an invalid anchor or a dropped list */
  async feedPage(request: FeedRequest, viewer: string | null): Promise<FeedPage> {
    const anchor = request.anchor === null ? null : decodeAnchor(request.anchor);
    const isFollowing = anchor?.isFollowing ?? request.followersOnly;
    const isTooDeep = anchor === null && (request.page - 1) * request.limit >= limits.listDepth;
    if (isTooDeep || (isFollowing && viewer === null)) return endOfFeed;
    const sort = anchor?.sort ?? request.sort;
    const follower = isFollowing ? viewer : null;
    const { items, next } =
      sort === 'recent'
        ? await this.#recentPage(anchor?.sort === 'recent' ? anchor : null, request, follower)
        : await this.#rankedPage(sort, anchor?.sort === 'recent' ? null : anchor, request, follower);
    return { items: items.map(toFeedPlace), anchor: next && encodeAnchor(next) };
  }

  async #recentPage(
    anchor: RecentCursor | null,
    { page: feedPage, limit, mutes = noMutes }: FeedRequest,
    follower: string | null,
  ) {
    const start = anchor
      ? { behind: anchor, skipped: 0 }
      : await this.#startOfRecentPage((feedPage - 1) * limit, follower);
    const rows = start ? await this.#recent.recentItems(start.behind, start.skipped + limit, follower, mutes) : [];
    const items = rows.slice(start?.skipped ?? 0);
    const last = items.at(-1);
    const isFollowing = follower !== null;
    const next: FeedAnchor | null =
      last && items.length === limit ? { sort: 'recent', at: last.at, id: last.itemId, isFollowing } : null;
    return { items, next };
  }

  async #startOfRecentPage(
    from: number,
    follower: string | null,
  ): Promise<{ behind: RecentCursor | null; skipped: number } | null> {
    if (from <= maxSkippedRows || follower !== null) return { behind: null, skipped: from };
    const list = await this.#lists.newestList(newestItemsList);
    const behind = await this.#lastPlaceOf(await this.#lists.idsBefore(list, from, itemsForAnchor));
    return behind ? { behind, skipped: 0 } : null;
  }

  /**
   * The place of the lowest of these items in the feed as it is now. The items come from a frozen list, and a repost
   * that was repeated since has moved to the top.
   */
  async #lastPlaceOf(itemIds: readonly string[]): Promise<RecentCursor | null> {
    const { rows } = await this.pool.query<RecentCursor>({
      name: 'last-place-of-items',
      text: `select coalesce(listed_at, approved_at, created_at) as at, id from questions where id = any($1)
             union all select created_at, id from podcasts where id = any($1)
             union all select reposted_at, repost_id from reposts where repost_id = any($1)
             order by at, id limit 1`,
      values: [itemIds],
    });
    return rows[0] ?? null;
  }

  async #rankedPage(
    sort: RankedSort,
    anchor: RankedAnchor | null,
    { page: feedPage, limit, mutes = noMutes }: FeedRequest,
    follower: string | null,
  ): Promise<{ items: ItemRow[]; next: FeedAnchor | null }> {
    const content = rankedIds(sort, follower);
    const found = anchor
      ? await this.#lists.pageOf(anchor.list, content.name, anchor.next, limit, mutes)
      : await this.#lists.newestPage(content, (feedPage - 1) * limit, limit, mutes);
    if (!found) throw new Refusal('anchor_expired');
    const next =
      found.next === null ? null : { sort, list: found.list, next: found.next, isFollowing: follower !== null };
    return { items: found.items, next };
  }
}
