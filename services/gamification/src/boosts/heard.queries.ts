import type pg from 'pg';
import { dayOf } from '../earned-days.js';

const dayMs = 86_400_000;
const days = 7;
/** Maximum number of people in the cached list. A caller gets at most this many. */
const maxCachedPeople = 100;
/** Caches the list, because with 30,000 people the query reads up to 100,000 rows of a week. */
const cacheMs = 10_000;

export class HeardQueries {
  #cached: { readonly until: number; readonly accountIds: Promise<string[]> } | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly now: () => number,
  ) {}

  /** Account ids by the XP of received boosts in the last seven UTC days, highest first. May be ten seconds old. */
  async heardPeople(limit: number): Promise<string[]> {
    const now = this.now();
    if (!this.#cached || this.#cached.until <= now || this.#cached.until > now + cacheMs) {
      const accountIds = this.#read(now);
      this.#cached = { until: now + cacheMs, accountIds };
      accountIds.catch(() => {
        this.#cached = undefined;
      });
    }
    return (await this.#cached.accountIds).slice(0, limit);
  }

  async #read(now: number): Promise<string[]> {
    const since = dayOf(new Date(now - (days - 1) * dayMs).toISOString());
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'people-heard',
      text: `select account_id as id from boost_day_sums where rule = 'boost-received' and day >= $1
             group by account_id having sum(amount) > 0 order by sum(amount) desc, account_id limit $2`,
      values: [since, maxCachedPeople],
    });
    return rows.map(({ id }) => id);
  }
}
