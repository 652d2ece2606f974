import { type RowWriter, rowsInserter } from '@hearsay/event-store';

export interface TextRow {
  readonly id: string;
  readonly words: string;
}

export const writeTexts: RowWriter = rowsInserter('texts');
export const eraseTexts: RowWriter = async (tx, rows) => {
  await tx.query('delete from texts where id = any($1)', [
    (rows as readonly Pick<TextRow, 'id'>[]).map(({ id }) => id),
  ]);
};
