import { plainArray, type Transaction } from '@hearsay/event-store';
import { engagementOf, trendingOf } from '@hearsay/game-rules';

interface Counted {
  readonly id: string;
  readonly at: Date;
  readonly boosts: number;
  readonly replies: number;
  readonly reposts: number;
}

/**
 * Rows are locked before the counts are read, so that the later of two concurrent callers sees both. Each writer of
 * boosts, reposts or replies calls it after its own write.
 */
export const refreshRanks = async (tx: Transaction, contentIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(contentIds)].sort();
  if (ids.length === 0) return;
  await tx.query({
    name: 'make-ranks',
    text: `insert into ranks (content_id)
           select wanted.id from unnest($1::uuid[]) with ordinality as wanted (id, number) order by wanted.number
           on conflict do nothing`,
    values: [plainArray(ids)],
  });
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
  await tx.query({
    name: 'write-ranks',
    text: `update ranks set boosted = next.boosted, replies = next.replies, engagement = next.engagement, trending = next.trending
           from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::float8[]) as next (content_id, boosted, replies, engagement, trending)
           where ranks.content_id = next.content_id
             and (ranks.boosted, ranks.replies, ranks.engagement, ranks.trending)
               is distinct from (next.boosted, next.replies, next.engagement, next.trending)`,
    values: [
      plainArray(rows.map(({ id }) => id)),
      plainArray(rows.map(({ boosts }) => boosts)),
      plainArray(rows.map(({ replies }) => replies)),
      plainArray(rows.map(engagementOf)),
      plainArray(rows.map((row) => trendingOf(row, row.at))),
    ],
  });
};
