import { type CallContext, type ContentCounts, type ContentRef, contentKey } from '@hearsay/contracts';
import type pg from 'pg';
import type { ContentLookup } from '../contents/content-targets.js';
import { boostIdOf, repostIdOf } from '../pair-ids.js';
import type { Counter } from './counter.sql.js';

export class CountsQueries {
  constructor(
    private readonly pool: pg.Pool,
    private readonly targets: ContentLookup,
  ) {}

  /** Leaves out items that do not exist or that the viewer may not read. */
  async contentCounts(items: readonly ContentRef[], context: CallContext): Promise<ContentCounts[]> {
    if (items.length === 0) return [];
    const marks = items.map((item) => pairIdsOf(context.accountId, item));
    // This is one statement, so that counts and the viewer's own boost come from one snapshot.
    type Row = Omit<Counter, 'loweredTo'> & { readonly id: string; readonly is_own: boolean };
    const reading = this.pool.query<Row>({
      name: 'read-counters-and-own',
      text: `select content_id as id, boosts, peak, reposts, revision, false as is_own from counters where content_id = any($1)
             union all select boost_id, null, null, null, null, true from boosts where boost_id = any($2) and is_boosted
             union all select repost_id, null, null, null, null, true from reposts where repost_id = any($3) and is_reposted`,
      values: [
        items.map(({ contentId }) => contentId),
        marks.flatMap((mark) => mark?.boostId ?? []),
        marks.flatMap((mark) => mark?.repostId ?? []),
      ],
    });
    const [{ rows }, existing] = await Promise.all([reading, this.targets.existingKeys(items, context)]);
    const counterOf = new Map(rows.flatMap((row) => (row.is_own ? [] : [[row.id, row] as const])));
    const own = new Set(rows.flatMap((row) => (row.is_own ? row.id : [])));
    return items.flatMap((item, index) => {
      if (!existing.has(contentKey(item))) return [];
      const counter = counterOf.get(item.contentId);
      const mark = marks[index];
      return {
        contentType: item.contentType,
        contentId: item.contentId,
        boostCount: counter?.boosts ?? 0,
        ...(counter && counter.peak > counter.boosts && { boostPeak: counter.peak }),
        repostCount: counter?.reposts ?? 0,
        revision: counter?.revision ?? 0,
        isBoosted: own.has(mark?.boostId ?? ''),
        hasReposted: own.has(mark?.repostId ?? ''),
      };
    });
  }
}

const pairIdsOf = (viewer: string | null, item: ContentRef) =>
  viewer === null
    ? null
    : { boostId: boostIdOf(viewer, contentKey(item)), repostId: repostIdOf(viewer, item.contentId) };
