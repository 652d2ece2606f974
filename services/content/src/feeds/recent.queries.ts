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

const questionsOf = (author: string) => `
  select ${questionItem} from questions q
  where ${author} ${isListedQuestion} and (q.listed_at, q.id) < ($1::timestamptz, $2::uuid)
  order by q.listed_at desc, q.id desc limit $3`;
const podcastsOf = (author: string) => `
  select ${podcastItem} from podcasts p
  where ${author} ${isListedPodcast} and (p.created_at, p.id) < ($1::timestamptz, $2::uuid)
  order by p.created_at desc, p.id desc limit $3`;
const repostsOf = (reposter: string) => `
  select ${repostItem} from ${repostTables}
  where ${reposter} ${isStandingRepost} and (s.reposted_at, s.repost_id) < ($1::timestamptz, $2::uuid)
  order by s.reposted_at desc, s.repost_id desc limit $3`;

/** Each kind by its own index, then merged: no list is read further than a page goes. */
const everybody = `
  select * from ((${questionsOf('')}) union all (${podcastsOf('')}) union all (${repostsOf('')})) as items
  order by at desc, item_id desc limit $3`;
const followed = `
  with people as (select followed_id from follows where follower_id = $4 and is_following)
  select * from (
    (select item.* from people cross join lateral (${questionsOf(`q.owner ->> 'accountId' = people.followed_id::text and`)}) as item)
    union all
    (select item.* from people cross join lateral (${podcastsOf('p.owner_id = people.followed_id and')}) as item)
    union all
    (select item.* from people cross join lateral (${repostsOf('s.reposter_id = people.followed_id and')}) as item)
  ) as items order by at desc, item_id desc limit $3`;

/** What is new: posts and reposts in the order of their times, ties by id. */
export class RecentQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** The newest `limit` items behind a place. `follower`: only what stands in the names of people whom they follow, never anonymous posts. */
  async items(behind: Behind | null, limit: number, follower: string | null): Promise<ItemRow[]> {
    const { at, id } = behind ?? fromNow;
    const { rows } = await this.pool.query<ItemRow>(
      follower === null
        ? { name: 'recent-items', text: everybody, values: [at, id, limit] }
        : { name: 'recent-items-of-followed', text: followed, values: [at, id, limit, follower] },
    );
    return rows;
  }
}

/** The ids of the newest items of everybody, for a list of them; $1 to $3 as above. */
export const newestItemIds = `select item_id from (${everybody}) as newest`;
export const newestItemIdsFrom = (limit: number): unknown[] => [fromNow.at, fromNow.id, limit];
