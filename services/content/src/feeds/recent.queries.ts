import { type ExportPlace, limits, type Mutes } from '@hearsay/contracts';
import type pg from 'pg';
import { fromTheNewest } from '../places.js';
import { isEpisodeThere, isUnmuted, type MuteParameters, withoutMutes } from '../visibility.js';
import type { ListDefinition } from './frozen-lists.js';
import {
  type ItemRow,
  isActiveRepost,
  isListedQuestion,
  podcastItemColumns,
  questionItemColumns,
  repostItemColumns,
  repostTables,
} from './listed-items.js';
import type { NewestPostsTable } from './newest-posts.js';

/** The last item of the previous page of recent items. */
export type RecentCursor = Readonly<ExportPlace>;

const questionsOf = (author: string, limit: string, mutes: MuteParameters) => `
  select ${questionItemColumns} from questions q
  where ${author} ${isListedQuestion} and ${isUnmuted.question(mutes)} and (q.listed_at, q.id) < ($1::timestamptz, $2::uuid)
  order by q.listed_at desc, q.id desc limit ${limit}`;
const podcastsOf = (author: string, limit: string, mutes: MuteParameters) => `
  select ${podcastItemColumns} from podcasts p
  where ${author} ${isEpisodeThere} and ${isUnmuted.episode(mutes)} and (p.created_at, p.id) < ($1::timestamptz, $2::uuid)
  order by p.created_at desc, p.id desc limit ${limit}`;
const repostsOf = (reposter: string, limit: string, mutes: MuteParameters) => `
  select ${repostItemColumns} from ${repostTables(mutes)}
  where ${reposter} ${isActiveRepost} and s.reposter_id::text <> all(${mutes.people}::text[]) and (s.reposted_at, s.repost_id) < ($1::timestamptz, $2::uuid)
  order by s.reposted_at desc, s.repost_id desc limit ${limit}`;

/** Reads each kind of post from its own index and merges them, so that no index is read past the page. */
const itemsOfEveryone = (limit: string, mutes: MuteParameters) => `
  select * from (
    (${questionsOf('', limit, mutes)}) union all (${podcastsOf('', limit, mutes)}) union all (${repostsOf('', limit, mutes)})) as items
  order by at desc, "itemId" desc limit ${limit}`;
/** Each of these limits is written into a statement of its own, so that PostgreSQL caches a plan for this limit. */
const preparedLimits = [10, 50, 250];
const statementsByLimit = preparedLimits.map((length) => ({
  length,
  name: `recent-items-${length}`,
  text: itemsOfEveryone(`${length}`, { people: '$3', questions: '$4' }),
}));

/**
 * People whom $4 follows and whose posts can be on the page. These are all people whose newest post is at $1 or later,
 * and the $5 people whose newest post comes next. The other followed people have only older posts.
 */
const peopleOf = (kind: string, newest: NewestPostsTable) => `
  above_${kind} as (select n.account_id from follows f join ${newest} n on n.account_id = f.followed_id
    where f.follower_id = $4 and f.is_following and n.at >= $1::timestamptz),
  below_${kind} as (select n.account_id, n.at from follows f join ${newest} n on n.account_id = f.followed_id
    where f.follower_id = $4 and f.is_following and n.at < $1::timestamptz order by n.at desc fetch first ($5) rows with ties),
  ${kind} as (select account_id from above_${kind} union all select account_id from below_${kind})`;
const lastOf = (kind: string) => `(select case when count(*) >= $5 then min(at) end from below_${kind})`;
const mutesOfFollower: MuteParameters = { people: '$6', questions: '$7' };
const followed = `
  with ${peopleOf('askers', 'newest_questions')}, ${peopleOf('speakers', 'newest_podcasts')}, ${peopleOf('reposters', 'newest_reposts')},
  complete as (select greatest(${lastOf('askers')}, ${lastOf('speakers')}, ${lastOf('reposters')}) as down_to)
  select complete.down_to, items.* from complete left join lateral (
    select * from (
      (select item.* from askers cross join lateral (${questionsOf(`q.owner ->> 'accountId' = askers.account_id::text and`, '$3', mutesOfFollower)}) as item)
      union all
      (select item.* from speakers cross join lateral (${podcastsOf('p.owner_id = speakers.account_id and', '$3', mutesOfFollower)}) as item)
      union all
      (select item.* from reposters cross join lateral (${repostsOf('s.reposter_id = reposters.account_id and', '$3', mutesOfFollower)}) as item)
    ) as found order by at desc, "itemId" desc limit $3
  ) as items on true order by items.at desc, items."itemId" desc`;
/** If removed or hidden posts leave a page short, the next try reads this many times as many people. */
const peopleGrowth = 2;

export class RecentQueries {
  constructor(private readonly pool: pg.Pool) {}

  /** With a `follower`, returns only named posts of the people whom this person follows. */
  async recentItems(
    behind: RecentCursor | null,
    limit: number,
    follower: string | null,
    mutes: Mutes,
  ): Promise<ItemRow[]> {
    const { at, id } = behind ?? fromTheNewest;
    if (follower !== null) return this.#itemsOfFollowed({ at, id }, limit, follower, mutes);
    const enough = statementsByLimit.find(({ length }) => length >= limit);
    if (!enough) throw new RangeError(`${limit} items are more than one statement reads`);
    const values = [at, id, mutes.people, mutes.questions];
    const { rows } = await this.pool.query<ItemRow>({ name: enough.name, text: enough.text, values });
    return rows.slice(0, limit);
  }

  /** Reads more and more followed people, until the page is full or no person is left. */
  async #itemsOfFollowed({ at, id }: RecentCursor, limit: number, follower: string, mutes: Mutes): Promise<ItemRow[]> {
    for (let people = limit; ; people *= peopleGrowth) {
      // The statement is unnamed, so that PostgreSQL plans each call. A plan that was made for 5 followed people reads
      // ten times too much for 5,000.
      const { rows } = await this.pool.query<ItemRow & { down_to: string | null }>(followed, [
        at,
        id,
        limit,
        follower,
        people,
        mutes.people,
        mutes.questions,
      ]);
      const downTo = rows[0]?.down_to ?? null;
      const recentItems = rows.filter((row) => row.itemId !== null);
      const last = recentItems[limit - 1];
      if (downTo === null || (last && last.at >= downTo)) return recentItems;
    }
  }
}

/** The newest items of everyone, without mutes. */
export const newestItemsList: ListDefinition = {
  name: 'recent',
  ids: `select "itemId" from (${itemsOfEveryone('$3', withoutMutes)}) as newest`,
  values: [fromTheNewest.at, fromTheNewest.id, limits.listDepth],
};
