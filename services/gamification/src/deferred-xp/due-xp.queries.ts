import type { XpRule } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { DailyCaps } from '../config.js';
import type { DueXp, PayDueXp } from './unlinked.decider.js';

/** Due rows looked at in one sweep, the next ones first. */
const mostAtOnce = 5000;

export class DueXpQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly authors: SealedAuthors,
    private readonly caps: DailyCaps,
  ) {}

  /** Everything that waits, the next first. */
  async waiting(): Promise<DueXp[]> {
    const { rows } = await this.pool.query<{ id: string; due_at: Date }>('select id, due_at from due_xp order by due_at, id limit $1', [
      mostAtOnce,
    ]);
    return rows.map((row) => ({ id: row.id, dueAt: row.due_at.toISOString() }));
  }

  /** What a due row pays and when it was due; null when it is paid. */
  async payment(dueId: string): Promise<{ readonly command: PayDueXp; readonly dueAt: string } | null> {
    const { rows } = await this.pool.query<{
      cause: string;
      entry_id: string;
      sealed_owner: string;
      rule: XpRule;
      day: string;
      due_at: Date;
    }>(
      'select cause, entry_id, sealed_owner, rule, day::text as day, due_at from due_xp join unlinked_entries using (cause) where id = $1',
      [dueId],
    );
    const row = rows[0];
    const accountId = row && this.authors.open(row.sealed_owner);
    if (!row || !accountId) return null;
    const { cause, entry_id: entryId, rule, day } = row;
    return { command: { dueId, cause, entryId, accountId, rule, day, caps: this.caps }, dueAt: row.due_at.toISOString() };
  }
}
