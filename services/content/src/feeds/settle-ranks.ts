import type { Transaction } from '@hearsay/event-store';
import { engagementWeights } from '@hearsay/game-rules';
import { refreshRanks } from './ranks.js';

/** For rebuilds, since it reads both tables in full. */
export const settleRanks = async (tx: Transaction): Promise<void> => {
  const { boosts, replies, reposts } = engagementWeights;
  const { rows } = await tx.query<{ id: string }>(
    `select content_id as id from ranks r join content_counts c using (content_id)
     where r.boosted <> c.boosts or r.engagement <> $1::int * c.boosts + $2::int * r.replies + $3::int * c.reposts`,
    [boosts, replies, reposts],
  );
  await refreshRanks(
    tx,
    rows.map(({ id }) => id),
  );
};
