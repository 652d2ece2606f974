import { type CallContext, type ContentCounts, type ContentRef, contentKey } from '@hearsay/contracts';
import type pg from 'pg';
import type { ContentTargets } from '../contents/content-targets.js';
import { boostIdOf, repostIdOf } from '../pair-ids.js';

interface CounterRow {
  readonly content_id: string;
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
}

/**
 * Counters and the viewer's own boosts and reposts. They take three statements by primary key, whatever the number of items; unknown content
 * is missing.
 */
export class CountsQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly targets: ContentTargets,
  ) {}

  async contentCounts(items: readonly ContentRef[], context: CallContext): Promise<ContentCounts[]> {
    if (items.length === 0) return [];
    const viewer = context.accountId;
    const [counters, boosted, reposted, existing] = await Promise.all([
      this.pool.query<CounterRow>({
        name: 'read-counters',
        text: 'select content_id, boosts, peak, reposts, revision from counters where content_id = any($1)',
        values: [items.map((item) => item.contentId)],
      }),
      viewer === null ? new Set<string>() : this.#boosted(items.map((item) => boostIdOf(viewer, contentKey(item)))),
      viewer === null ? new Set<string>() : this.#reposted(items.map((item) => repostIdOf(viewer, item.contentId))),
      this.targets.existing(items, context),
    ]);
    const counterOf = new Map(counters.rows.map((row) => [row.content_id, row]));
    return items
      .filter((item) => existing.has(contentKey(item)))
      .map((item) => {
        const counter = counterOf.get(item.contentId);
        return {
          contentType: item.contentType,
          contentId: item.contentId,
          boostCount: counter?.boosts ?? 0,
          ...(counter && counter.peak > counter.boosts && { boostPeak: counter.peak }),
          repostCount: counter?.reposts ?? 0,
          revision: counter?.revision ?? 0,
          isBoosted: viewer !== null && boosted.has(boostIdOf(viewer, contentKey(item))),
          hasReposted: viewer !== null && reposted.has(repostIdOf(viewer, item.contentId)),
        };
      });
  }

  async #boosted(boostIds: readonly string[]): Promise<Set<string>> {
    const own = await this.pool.query<{ boost_id: string }>({
      name: 'read-own-boosts',
      text: 'select boost_id from boosts where boost_id = any($1) and is_boosted',
      values: [boostIds],
    });
    return new Set(own.rows.map((row) => row.boost_id));
  }

  async #reposted(repostIds: readonly string[]): Promise<Set<string>> {
    const own = await this.pool.query<{ repost_id: string }>({
      name: 'read-own-reposts',
      text: 'select repost_id from reposts where repost_id = any($1) and is_reposted',
      values: [repostIds],
    });
    return new Set(own.rows.map((row) => row.repost_id));
  }
}
