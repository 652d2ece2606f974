import {
  ContentRemoved,
  ContentRestored,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPosted,
} from '@hearsay/contracts';
import { insertMissingRows, type Projector, type Transaction, updateRows } from '@hearsay/event-store';
import { engagementRank, engagementWeights, trendingRank } from '@hearsay/game-rules';

interface Counted {
  readonly id: string;
  readonly at: string;
  readonly boosts: number;
  readonly replies: number;
  readonly reposts: number;
}

const isRankChanged = `(ranks.boosted, ranks.replies, ranks.engagement, ranks.trending)
  is distinct from (given.boosted, given.replies, given.engagement, given.trending)`;

/**
 * Each writer of boosts, reposts or replies calls this after its own write. The lock on the ranks precedes the read of
 * the counts, so that the later of two concurrent callers sees the writes of both.
 */
export const refreshRanks = async (tx: Transaction, contentIds: readonly string[]): Promise<void> => {
  const ids = [...new Set(contentIds)].sort();
  if (ids.length === 0) return;
  await insertMissingRows(tx, 'ranks', 'content_id', ids);
  await tx.query({
    name: 'lock-ranks',
    text: 'select 1 from ranks where content_id = any($1) order by content_id for update',
    values: [ids],
  });
  const { rows } = await tx.query<Counted>({
    name: 'counts-for-ranks',
    text: `select p.id, p.at, p.replies, coalesce(c.boosts, 0) as boosts, coalesce(c.reposts, 0) as reposts
           from (select id, coalesce(listed_at, created_at) as at, reply_count as replies from questions where id = any($1)
                 union all select id, created_at, 0 from podcasts where id = any($1)) as p
           left join content_counts c on c.content_id = p.id`,
    values: [ids],
  });
  const ranks = rows.map((row) => ({
    ...{ contentId: row.id, boosted: row.boosts, replies: row.replies },
    ...{ engagement: engagementRank(row), trending: trendingRank(row, new Date(row.at)) },
  }));
  await updateRows(tx, 'ranks', 'content_id', ranks, isRankChanged);
};

/** Corrects all ranks that differ from their counts. Only for rebuilds, because it reads both tables in full. */
const settleRanks = async (tx: Transaction): Promise<void> => {
  const { boosts, replies, reposts } = engagementWeights;
  const { rows } = await tx.query<{ id: string }>(
    `select content_id as id from ranks r join content_counts c using (content_id)
     where r.boosted <> c.boosts or r.engagement <> $1::int * c.boosts + $2::int * r.replies + $3::int * c.reposts`,
    [boosts, replies, reposts],
  );
  const ids = rows.map(({ id }) => id);
  await refreshRanks(tx, ids);
};

/** Consumes content's own log, so that commands do not wait for ranks. */
export const ranksProjector: Projector<
  | typeof PodcastPublished
  | typeof QuestionAsked
  | typeof QuestionApproved
  | typeof ReplyPosted
  | typeof ContentRemoved
  | typeof ContentRestored
> = {
  kind: 'projector',
  name: 'ranks',
  source: 'content',
  events: [PodcastPublished, QuestionAsked, QuestionApproved, ReplyPosted, ContentRemoved, ContentRestored],
  tables: ['ranks'],
  apply(tx, events) {
    const ids = events.map(({ data }) => ('podcastId' in data ? data.podcastId : data.questionId));
    return refreshRanks(tx, ids);
  },
  // During a rebuild, boosts and reposts change only the live ranks.
  shared: { settle: settleRanks },
};
