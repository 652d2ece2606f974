import type { RowWriter } from '@hearsay/event-store';

/** When the words of reposts that were taken back are due to go. */
export const writeErasures: RowWriter = async (tx, rows) => {
  const due = rows as readonly { repostId: string; removalId: string; dueAt: string }[];
  await tx.query(
    'insert into repost_erasures (repost_id, removal_id, due_at) select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])',
    [due.map(({ repostId }) => repostId), due.map(({ removalId }) => removalId), due.map(({ dueAt }) => dueAt)],
  );
};

/** What has come back keeps its words. */
export const strikeErasures: RowWriter = async (tx, rows) => {
  const kept = rows as readonly { repostId: string; removalId: string }[];
  await tx.query(
    `delete from repost_erasures using unnest($1::uuid[], $2::uuid[]) as kept (repost_id, removal_id)
     where repost_erasures.repost_id = kept.repost_id and repost_erasures.removal_id = kept.removal_id`,
    [kept.map(({ repostId }) => repostId), kept.map(({ removalId }) => removalId)],
  );
};
