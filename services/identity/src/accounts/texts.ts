import type { RowWriter } from '@hearsay/event-store';

/** Personal words under the id by which events speak of them. */
export interface TextRow {
  readonly id: string;
  readonly accountId: string | null;
  readonly words: string;
}

export const writeTexts: RowWriter = async (tx, rows) => {
  const texts = rows as readonly TextRow[];
  await tx.query('insert into texts (id, account_id, words) select * from unnest($1::uuid[], $2::uuid[], $3::text[])', [
    texts.map((text) => text.id),
    texts.map((text) => text.accountId),
    texts.map((text) => text.words),
  ]);
};

/** Words that something else has taken the place of. */
export interface ReplacedTextRow {
  readonly id: string;
}

export const deleteReplacedTexts: RowWriter = async (tx, rows) => {
  await tx.query('delete from texts where id = any($1)', [(rows as readonly ReplacedTextRow[]).map((text) => text.id)]);
};
