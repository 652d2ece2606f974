import type { RowWriter } from '@hearsay/event-store';

/** Words lie beside the log, under the id that the event carries. */
export const writeTexts: RowWriter = async (tx, rows) => {
  const texts = rows as readonly { id: string; words: string }[];
  await tx.query('insert into texts (id, words) select * from unnest($1::uuid[], $2::text[])', [
    texts.map((text) => text.id),
    texts.map((text) => text.words),
  ]);
};

/** Words that nothing brings back. */
export const eraseTexts: RowWriter = async (tx, rows) => {
  await tx.query('delete from texts where id = any($1)', [(rows as readonly { id: string }[]).map(({ id }) => id)]);
};
