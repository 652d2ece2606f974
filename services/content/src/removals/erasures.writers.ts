import type { RowWriter } from '@hearsay/event-store';

/** When the words of removed content are due to go. */
export const writeErasures: RowWriter = async (tx, rows) => {
  const due = rows as readonly { contentType: string; contentId: string; removalId: string; dueAt: string }[];
  await tx.query(
    `insert into erasures (content_type, content_id, removal_id, due_at) select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::timestamptz[])`,
    [
      due.map(({ contentType }) => contentType),
      due.map(({ contentId }) => contentId),
      due.map(({ removalId }) => removalId),
      due.map(({ dueAt }) => dueAt),
    ],
  );
};

/** What has come back keeps its words. */
export const strikeErasures: RowWriter = async (tx, rows) => {
  const kept = rows as readonly { contentId: string; removalId: string }[];
  await tx.query(
    `delete from erasures using unnest($1::uuid[], $2::uuid[]) as kept (content_id, removal_id)
     where erasures.content_id = kept.content_id and erasures.removal_id = kept.removal_id`,
    [kept.map(({ contentId }) => contentId), kept.map(({ removalId }) => removalId)],
  );
};
