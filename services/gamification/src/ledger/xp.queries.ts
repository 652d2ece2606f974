import { Refusal, type XpActivity } from '@hearsay/contracts';
import { levelForXp } from '@hearsay/game-rules';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import { xpOf } from './level.decider.js';

export interface Progress {
  readonly accountId: string;
  readonly xp: number;
  readonly level: number;
}

interface ActivityRow {
  id: string;
  rule: XpActivity['rule'];
  amount: number;
  isLive: boolean;
  reversedBecause: string | null;
  contentType: XpActivity['contentType'];
  contentId: string | null;
  createdAt: Date;
  /** Live amounts of the same rule and day before this entry. */
  before: number;
}

export class XpQueries {
  constructor(
    private readonly pool: pg.Pool,
    readonly caps: DailyCaps,
  ) {}

  /** Everybody has progress: who has earned nothing is at level 1 with 0 XP. */
  async progress(accountIds: readonly string[]): Promise<Progress[]> {
    const { rows } = await this.pool.query<{ account_id: string; counted: number }>({
      name: 'progress',
      text: 'select account_id, counted from progress where account_id = any($1)',
      values: [accountIds],
    });
    const counted = new Map(rows.map((row) => [row.account_id, row.counted]));
    return accountIds.map((accountId) => {
      const xp = xpOf(counted.get(accountId) ?? 0);
      return { accountId, xp, level: levelForXp(xp) };
    });
  }

  /** A person's own ledger, newest first. @throws Refusal `invalid_input` when `before` is none of their entries */
  async activities(accountId: string, before: string | null, limit: number): Promise<XpActivity[]> {
    const last = before === null ? null : await this.#entry(accountId, before);
    const { rows } = await this.pool.query<ActivityRow>(
      `with page as (
         select * from xp_entries
         where account_id = $1 and ($2::timestamptz is null or (created_at, entry_id) < ($2, $3))
         order by created_at desc, entry_id desc limit $4
       ), running as (
         select entry_id, sum(amount) over (partition by rule, day order by created_at, entry_id) - amount as before
         from xp_entries
         -- An entry is never older than the day that it counts on.
         where account_id = $1 and is_live and (rule, day) in (select rule, day from page)
           and created_at >= (select min(day)::timestamp at time zone 'UTC' from page) and created_at <= (select max(created_at) from page)
       )
       select entry_id as id, rule, amount, is_live as "isLive", reversed_because as "reversedBecause", content_type as "contentType",
         content_id as "contentId", created_at as "createdAt", coalesce(running.before, 0)::int as before
       from page left join running using (entry_id)
       order by created_at desc, entry_id desc`,
      [accountId, last?.createdAt ?? null, before, limit],
    );
    return rows.map(({ isLive, before: earlier, createdAt, ...row }) => ({
      ...row,
      counted: isLive ? this.#leftByCap(row, earlier) : 0,
      isReversed: !isLive,
      createdAt: createdAt.toISOString(),
    }));
  }

  /** The oldest entries of a day fill its cap. */
  #leftByCap({ rule, amount }: Pick<ActivityRow, 'rule' | 'amount'>, earlier: number): number {
    const cap = this.caps[rule];
    return cap === null ? amount : Math.max(0, Math.min(amount, cap - earlier));
  }

  async #entry(accountId: string, entryId: string): Promise<{ createdAt: Date }> {
    const { rows } = await this.pool.query<{ createdAt: Date }>(
      'select created_at as "createdAt" from xp_entries where entry_id = $1 and account_id = $2',
      [entryId, accountId],
    );
    if (!rows[0]) throw new Refusal('invalid_input', undefined, { fields: { before: 'None of your entries' } });
    return rows[0];
  }
}
