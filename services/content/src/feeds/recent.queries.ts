import type pg from 'pg';
import {
  type ItemRow,
  isListedPodcast,
  isListedQuestion,
  isStandingRepost,
  podcastItem,
  questionItem,
  repostItem,
  repostTables,
} from './listed-items.js';

/** Newest first, behind a place; null: from now. */
export interface Behind {
  readonly at: string;
  readonly id: string;
}

const fromNow: Behind = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const questionsOf = (author: string, limit: string) => `
  select ${questionItem} from questions q
  where ${author} ${isListedQuestion} and (q.listed_at, q.id) < ($1::timestamptz, $2::uuid)
  order by q.listed_at desc, q.id desc limit ${limit}`;
const podcastsOf = (author: string, limit: string) => `
  select ${podcastItem} from podcasts p
  where ${author} ${isListedPodcast} and (p.created_at, p.id) < ($1::timestamptz, $2::uuid)
  order by p.created_at desc, p.id desc limit ${limit}`;
const repostsOf = (reposter: string, limit: string) => `
  select ${repostItem} from ${repostTables}
  where ${reposter} ${isStandingRepost} and (s.reposted_at, s.repost_id) < ($1::timestamptz, $2::uuid)
  order by s.reposted_at desc, s.repost_id desc limit ${limit}`;

/** Each kind by its own index, then merged: no list is read further than a page goes. */
const everybody = (limit: string) => `
  select * from ((${questionsOf('', limit)}) union all (${podcastsOf('', limit)}) union all (${repostsOf('', limit)})) as items
  order by at desc, item_id desc limit ${limit}`;
/** So many items are read at once, 250 at most. The number stands in the text: its plan is kept, and is one for so many items. */
const lengths = [10, 50, 250];
const everybodys = lengths.map((length) => ({ length, name: `recent-items-${length}`, text: everybody(`${length}`) }));
const followed = `
  with people as (select followed_id from follows where follower_id = $4 and is_following)
  select * from (
    (select item.* from people cross join lateral (${questionsOf(`q.owner ->> 'accountId' = people.followed_id::text and`, '$3')}) as item)
    union all
    (select item.* from people cross join lateral (${podcastsOf('p.owner_id = people.followed_id and', '$3')}) as item)
    union all
    (select item.* from people cross join lateral (${repostsOf('s.reposter_id = people.followed_id and', '$3')}) as item)
  ) as items order by at desc, item_id desc limit $3`;

/** What is new: posts and reposts in the order of their times, ties by id. */
export class RecentQueries {
  /** `keyPool`: for what is first in an index. */
  constructor(
    private readonly pool: pg.Pool,
    private readonly keyPool: pg.Pool,
  ) {}

  /** The newest `limit` items behind a place. `follower`: only what stands in the names of people whom they follow, never anonymous posts. */
  async items(behind: Behind | null, limit: number, follower: string | null): Promise<ItemRow[]> {
    const { at, id } = behind ?? fromNow;
    if (follower !== null) {
      const { rows } = await this.pool.query<ItemRow>({
        name: 'recent-items-of-followed',
        text: followed,
        values: [at, id, limit, follower],
      });
      return rows;
    }
    const enough = everybodys.find(({ length }) => length >= limit);
    if (!enough) throw new RangeError(`${limit} items are more than one statement reads`);
    const { rows } = await this.keyPool.query<ItemRow>({ name: enough.name, text: enough.text, values: [at, id] });
    return rows.slice(0, limit);
  }
}

/** The ids of the newest items of everybody, for a list of them; $1 to $3 as above. */
export const newestItemIds = `select item_id from (${everybody('$3')}) as newest`;
export const newestItemIdsFrom = (limit: number): unknown[] => [fromNow.at, fromNow.id, limit];
