import type pg from 'pg';
import type { Transaction } from '../runtime/connections.js';
import { newestBy } from './events.js';

/** Caches column names, because a batch needs the same few names for each of its rows. */
const columnNames = new Map<string, string>();

const columnOf = (field: string): string => {
  const known = columnNames.get(field);
  if (known !== undefined) return known;
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, name);
  return name;
};

const columnsOf = (rows: readonly object[]): string[] => Object.keys(rows[0] ?? {}).map(columnOf);

/**
 * Runs a statement with rows, which are sent as JSON. `statement` gets the SQL of a table `given` with these rows.
 * `shape` names a table that has their columns, or lists the columns.
 */
export const withRows = async <Result extends pg.QueryResultRow>(
  tx: Transaction,
  shape: string,
  rows: readonly object[],
  statement: (given: string) => string,
): Promise<Result[]> => {
  if (rows.length === 0) return [];
  const given = rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [columnOf(name), cell])),
  );
  const source = shape.includes(' ')
    ? `json_to_recordset($1) as row (${shape})`
    : `json_populate_recordset(null::${shape}, $1)`;
  // Without the limit, the planner would expect a hundred rows and scan the joined table.
  const table = `(select * from ${source} limit $2) as given`;
  return (await tx.query<Result>(statement(table), [JSON.stringify(given), given.length])).rows;
};

/** Inserts missing rows in the order of their keys, so that two processes with the same keys cannot deadlock. */
export const insertMissingRows = (
  tx: Transaction,
  table: string,
  key: string,
  keys: readonly string[],
  type: 'uuid' | 'text' = 'uuid',
): Promise<unknown> =>
  tx.query({
    name: `make-${table}`,
    text: `insert into ${table} (${key})
           select wanted.${key} from unnest($1::${type}[]) with ordinality as wanted (${key}, number)
           where not exists (select from ${table} where ${table}.${key} = wanted.${key}) order by wanted.number
           on conflict do nothing`,
    values: [keys],
  });

/** Inserts rows, which all have the fields of the first row. `suffix` is an `order by` and an `on conflict` clause. */
export const insertRows = async (
  tx: Transaction,
  table: string,
  rows: readonly object[],
  suffix = '',
): Promise<void> => {
  const columns = columnsOf(rows).join(', ');
  await withRows(
    tx,
    table,
    rows,
    (given) => `insert into ${table} (${columns}) select ${columns} from ${given} ${suffix}`,
  );
};

export const rowsInserter =
  (table: string, suffix?: string) =>
  (tx: Transaction, rows: readonly object[]): Promise<void> =>
    insertRows(tx, table, rows, suffix);

/** Makes a function that deletes the rows whose `keys` columns equal those of a given row. */
export const rowsDeleter =
  (table: string, ...keys: readonly string[]) =>
  async (tx: Transaction, rows: readonly object[]): Promise<void> => {
    const isSame = keys.map((key) => `${table}.${key} = given.${key}`).join(' and ');
    await withRows(tx, table, rows, (given) => `delete from ${table} using ${given} where ${isSame}`);
  };

/** Updates existing rows by key. `where` is a further condition, in which `given` is the new row. */
export const updateRows = async (
  tx: Transaction,
  table: string,
  key: string,
  rows: readonly object[],
  where = 'true',
): Promise<void> => {
  const changes = columnsOf(rows).flatMap((column) => (column === key ? [] : `${column} = given.${column}`));
  await withRows(
    tx,
    table,
    rows,
    (given) => `update ${table} set ${changes} from ${given} where ${table}.${key} = given.${key} and ${where}`,
  );
};

export interface UpsertedTable {
  readonly table: string;
  readonly key: readonly string[];
  /**
   * A column that rises with each event about a key. A row with a lower value changes nothing. Without such a column
   * the last row of a key counts, because events of the service's own log arrive in order.
   */
  readonly order?: string;
}

/** Writes one row per key, the newest one. An existing row with the same or a higher `order` stays. */
export const upsertRows = async (
  tx: Transaction,
  { table, key, order }: UpsertedTable,
  rows: readonly object[],
): Promise<void> => {
  const cells = rows as readonly Readonly<Record<string, unknown>>[];
  const newest = newestBy(
    cells,
    (row) => key.map((field) => row[field]).join(),
    (row) => (order === undefined ? 0 : Number(row[order])),
  );
  const keys = key.map(columnOf);
  const changes = columnsOf(newest).flatMap((column) =>
    keys.includes(column) ? [] : `${column} = excluded.${column}`,
  );
  const newer = order === undefined ? '' : `where ${table}.${columnOf(order)} < excluded.${columnOf(order)}`;
  const change = changes.length === 0 ? 'nothing' : `update set ${changes} ${newer}`;
  await insertRows(tx, table, newest, `order by ${keys} on conflict (${keys}) do ${change}`);
};
