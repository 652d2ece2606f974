import { makeRows, plainArray, type Transaction, withArrays } from '@hearsay/event-store';
import { engagementOf, trendingOf } from '@hearsay/game-rules';

interface Counted {
  readonly id: string;
  readonly at: Date;
  readonly boosts: number;
  readonly replies: number;
  readonly reposts: number;
}

const columns = { contentId: 'uuid', boosted: 'int', replies: 'int', engagement: 'int', trending: 'float8' };

/**
 * Rows are locked before the counts are read, so that the later of two concurrent callers sees both. Each writer of
 * boosts, reposts or replies calls it after its own write.
 */
export const refreshRanks = async (tx: Transaction, contentIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(contentIds)].sort();
  if (ids.length === 0) return;
  await makeRows(tx, 'ranks', 'content_id', ids);
  await tx.query({
    name: 'lock-ranks',
    text: 'select 1 from ranks where content_id = any($1) order by content_id for update',
    values: [plainArray(ids)],
  });
  const { rows } = await tx.query<Counted>({
    name: 'counts-for-ranks',
    text: `select p.id, p.at, p.replies, coalesce(c.boosts, 0) as boosts, coalesce(c.reposts, 0) as reposts
           from (select id, coalesce(listed_at, created_at) as at, reply_count as replies from questions where id = any($1)
                 union all select id, created_at, 0 from podcasts where id = any($1)) as p
           left join content_counts c on c.content_id = p.id`,
    values: [plainArray(ids)],
  });
  const ranks = rows.map((row) => ({
    ...{ contentId: row.id, boosted: row.boosts, replies: row.replies },
    ...{ engagement: engagementOf(row), trending: trendingOf(row, row.at) },
  }));
  await withArrays(
    tx,
    columns,
    ranks,
    (
      given,
    ) => `update ranks set boosted = given.boosted, replies = given.replies, engagement = given.engagement, trending = given.trending
      from ${given} where ranks.content_id = given.content_id
        and (ranks.boosted, ranks.replies, ranks.engagement, ranks.trending)
          is distinct from (given.boosted, given.replies, given.engagement, given.trending)`,
  );
};
