import { type FeedPlace, noMutes } from '@hearsay/contracts';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isUnmuted } from '../visibility.js';
import { type ItemRow, isListedQuestion, questionItemColumns, toFeedPlace } from './listed-items.js';

/** Larger than the limit of a call, because some questions may open or disappear while the choice is cached. */
const choiceSize = 30;
const choiceCacheMs = 10_000;

const isClosed = `${isListedQuestion} and q.threshold > q.latched`;
/** Uses a lateral join, so that PostgreSQL looks up each count. A plain join might read all counts. */
const nearlyHeardStatement = `select q.id from questions q
  cross join lateral (select boosts from content_counts where content_id = q.id limit 1) as c
  where ${isClosed} and q.listed_at > now() - interval '30 days'
    and c.boosts >= 2 and 2 * c.boosts >= q.threshold and c.boosts < q.threshold
  order by q.threshold - c.boosts, q.listed_at desc, q.id desc limit $1`;

/** Reads nearly heard questions, and the median number of boosts of recent questions. */
export class LockQueries {
  readonly #choice: LRUCache<'nearest', string[]>;

  constructor(private readonly pool: pg.Pool) {
    this.#choice = new LRUCache({ max: 1, ttl: choiceCacheMs, fetchMethod: () => this.#chooseNearlyHeard() });
  }

  /** Chooses from a cached list, fewest missing boosts first. Leaves out questions that have opened since. */
  async nearlyHeard(limit: number, mutes = noMutes): Promise<FeedPlace[]> {
    const chosen = (await this.#choice.fetch('nearest')) ?? [];
    const { rows } = await this.pool.query<ItemRow>({
      name: 'nearly-heard',
      text: `select ${questionItemColumns} from unnest($1::uuid[]) with ordinality as choice (id, place)
             join questions q on q.id = choice.id where ${isClosed} and ${isUnmuted.question({ people: '$3', questions: '$4' })}
             order by choice.place limit $2`,
      values: [chosen, limit, mutes.people, mutes.questions],
    });
    return rows.map(toFeedPlace);
  }

  /** Over the newest 50 open questions that are over a day old and have no target. Null with fewer than 10. */
  async medianBoosts(): Promise<number | null> {
    const { rows } = await this.pool.query<{ boosts: number | null }>({
      name: 'usual-boosts',
      text: `select case when count(*) >= 10 then percentile_disc(0.5) within group (order by boosts) end as boosts
             from (
               select coalesce((select c.boosts from content_counts c where c.content_id = q.id), 0) as boosts
               from questions q
               where ${isListedQuestion} and q.target_id is null and q.threshold <= q.latched
                 and q.listed_at < now() - interval '1 day'
               order by q.listed_at desc, q.id desc limit 50
             ) as newest`,
    });
    return rows[0]?.boosts ?? null;
  }

  /** Ids, fewest missing boosts first. */
  async #chooseNearlyHeard(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'nearest-locks',
      text: nearlyHeardStatement,
      values: [choiceSize],
    });
    return rows.map(({ id }) => id);
  }
}
