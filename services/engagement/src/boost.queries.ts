import { type CallContext, type ContentCounts, type ContentRef, contentKey } from '@hearsay/contracts';
import type pg from 'pg';
import { boostIdOf } from './boost-id.js';
import type { BoostTargets } from './boost-targets.js';

/** Counters and the viewer's own boosts. They take two statements by primary key, whatever the number of items; unknown content is missing. */
export class BoostQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly targets: BoostTargets,
  ) {}

  async contentCounts(items: readonly ContentRef[], context: CallContext): Promise<ContentCounts[]> {
    if (items.length === 0) return [];
    const viewer = context.accountId;
    const [counters, own] = await Promise.all([
      this.pool.query<{ content_id: string; boosts: number; revision: number }>({
        name: 'read-counters',
        text: 'select content_id, boosts, revision from counters where content_id = any($1)',
        values: [items.map((item) => item.contentId)],
      }),
      viewer === null
        ? { rows: [] }
        : this.pool.query<{ boost_id: string }>({
            name: 'read-own-boosts',
            text: 'select boost_id from boosts where boost_id = any($1) and is_boosted',
            values: [items.map((item) => boostIdOf(viewer, contentKey(item)))],
          }),
    ]);
    const counterOf = new Map(counters.rows.map((row) => [row.content_id, row]));
    const boosted = new Set(own.rows.map((row) => row.boost_id));
    const existing = await this.targets.existing(items, context);
    return items
      .filter((item) => existing.has(contentKey(item)))
      .map((item) => {
        const counter = counterOf.get(item.contentId);
        return {
          contentType: item.contentType,
          contentId: item.contentId,
          boostCount: counter?.boosts ?? 0,
          repostCount: 0,
          revision: counter?.revision ?? 0,
          isBoosted: viewer !== null && boosted.has(boostIdOf(viewer, contentKey(item))),
        };
      });
  }
}
