import type { RowWriter, Transaction } from '@hearsay/event-store';

/** SQL types by field. The column of `textId` is `text_id`. */
type Columns<Row> = { readonly [Field in keyof Row & string]?: string };

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Runs one statement for all rows. The statement reads them from `given`, a table with the named columns. */
export const writeRows = async <Row extends object>(
  tx: Transaction,
  rows: readonly Row[],
  columns: Columns<Row>,
  statement: (given: string, names: string) => string,
): Promise<void> => {
  if (rows.length === 0) return;
  const fields = Object.keys(columns) as (keyof Row & string)[];
  const names = fields.map(columnOf).join(', ');
  const arrays = fields.map((field, index) => `$${index + 1}::${columns[field]}[]`).join(', ');
  await tx.query(
    statement(`unnest(${arrays}) as given (${names})`, names),
    fields.map((field) => rows.map((row) => row[field])),
  );
};

/** A writer of a decision's rows. */
export const rowsWriter =
  <Row extends object>(columns: Columns<Row>, statement: (given: string, names: string) => string): RowWriter =>
  (tx, rows) =>
    writeRows(tx, rows as readonly Row[], columns, statement);

/** `conflict`: the clause `on conflict …`. */
export const rowsInserter = <Row extends object>(table: string, columns: Columns<Row>, conflict = ''): RowWriter =>
  rowsWriter(columns, (given, names) => `insert into ${table} (${names}) select * from ${given} ${conflict}`);

/** Personal words under the id by which events speak of them. */
export interface TextRow {
  readonly id: string;
  readonly words: string;
}

export const writeTexts = rowsInserter<TextRow>('texts', { id: 'uuid', words: 'text' });
export const eraseTexts = rowsWriter<Pick<TextRow, 'id'>>(
  { id: 'uuid' },
  (given) => `delete from texts using ${given} where texts.id = given.id`,
);
