import type { RowWriter } from '@hearsay/event-store';

/** An episode has taken the bytes of these uploads. */
export const writeUsedUploads: RowWriter = async (tx, rows) => {
  const used = rows as readonly { id: string; at: string }[];
  await tx.query(
    `update uploads set used_at = used.at from unnest($1::uuid[], $2::timestamptz[]) as used (id, at) where uploads.id = used.id`,
    [used.map(({ id }) => id), used.map(({ at }) => at)],
  );
};
