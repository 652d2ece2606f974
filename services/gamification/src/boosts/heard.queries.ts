import type pg from 'pg';
import { dayOf } from '../earned-days.js';

const dayMs = 86_400_000;
const days = 7;
/** Candidates of one reading, of which callers get as many as they ask for. */
const mostKept = 100;
/** A week of 30,000 people has up to 100,000 rows. The contract allows ten minutes. */
const keptMs = 10_000;

export class HeardQueries {
  #kept: { readonly until: number; readonly accountIds: Promise<string[]> } | undefined;

  constructor(
    private readonly pool: pg.Pool,
    private readonly now: () => number,
  ) {}

  /** People by XP of received boosts in the last seven UTC days, best first. */
  async heard(limit: number): Promise<string[]> {
    const now = this.now();
    if (!this.#kept || this.#kept.until <= now || this.#kept.until > now + keptMs) {
      const accountIds = this.#read(now);
      this.#kept = { until: now + keptMs, accountIds };
      accountIds.catch(() => {
        this.#kept = undefined;
      });
    }
    return (await this.#kept.accountIds).slice(0, limit);
  }

  async #read(now: number): Promise<string[]> {
    const since = dayOf(new Date(now - (days - 1) * dayMs).toISOString());
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'people-heard',
      text: `select account_id as id from boost_day_sums where rule = 'boost-received' and day >= $1
             group by account_id having sum(amount) > 0 order by sum(amount) desc, account_id limit $2`,
      values: [since, mostKept],
    });
    return rows.map(({ id }) => id);
  }
}
