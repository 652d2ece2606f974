import { type CallContext, type ContentCounts, type ContentRef, contentKey } from '@hearsay/contracts';
import type pg from 'pg';
import type { ContentTargets } from '../contents/content-targets.js';
import { boostIdOf, repostIdOf } from '../pair-ids.js';

interface CounterRow {
  readonly id: string;
  readonly boosts: number;
  readonly peak: number;
  readonly reposts: number;
  readonly revision: number;
}

type SeenRow = (CounterRow & { readonly is_own: false }) | { readonly id: string; readonly is_own: true };

/** One snapshot, so that an own boost is always part of its count. */
interface Sight {
  readonly counterOf: ReadonlyMap<string, CounterRow>;
  readonly own: ReadonlySet<string>;
}

export class CountsQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly targets: ContentTargets,
  ) {}

  async contentCounts(items: readonly ContentRef[], context: CallContext): Promise<ContentCounts[]> {
    if (items.length === 0) return [];
    const viewer = context.accountId;
    const [{ counterOf, own }, existing] = await Promise.all([
      viewer === null ? this.#seenByAll(items) : this.#seenBy(viewer, items),
      this.targets.existing(items, context),
    ]);
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
          isBoosted: viewer !== null && own.has(boostIdOf(viewer, contentKey(item))),
          hasReposted: viewer !== null && own.has(repostIdOf(viewer, item.contentId)),
        };
      });
  }

  async #seenByAll(items: readonly ContentRef[]): Promise<Sight> {
    const { rows } = await this.pool.query<CounterRow>({
      name: 'read-counters',
      text: 'select content_id as id, boosts, peak, reposts, revision from counters where content_id = any($1)',
      values: [items.map(({ contentId }) => contentId)],
    });
    return { counterOf: new Map(rows.map((row) => [row.id, row])), own: new Set() };
  }

  async #seenBy(viewer: string, items: readonly ContentRef[]): Promise<Sight> {
    const { rows } = await this.pool.query<SeenRow>({
      name: 'read-counters-and-own',
      text: `select content_id as id, boosts, peak, reposts, revision, false as is_own from counters where content_id = any($1)
             union all select boost_id, null, null, null, null, true from boosts where boost_id = any($2) and is_boosted
             union all select repost_id, null, null, null, null, true from reposts where repost_id = any($3) and is_reposted`,
      values: [
        items.map(({ contentId }) => contentId),
        items.map((item) => boostIdOf(viewer, contentKey(item))),
        items.map(({ contentId }) => repostIdOf(viewer, contentId)),
      ],
    });
    const counterOf = new Map<string, CounterRow>();
    const own = new Set<string>();
    for (const row of rows) {
      if (row.is_own) own.add(row.id);
      else counterOf.set(row.id, row);
    }
    return { counterOf, own };
  }
}
