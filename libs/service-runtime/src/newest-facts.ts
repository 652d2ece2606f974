import type { EventDefinition } from '@hearsay/contracts';
import { newestBy, type Projector, type StoredEvent, type Transaction } from '@hearsay/event-store';

interface NewestTable {
  readonly table: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** Column that says which of two facts about one key is newer: it rises with each. */
  readonly order: string;
}

/** By the names of columns. */
type Row = Readonly<Record<string, string | number | boolean>>;

/** Writes rows, all with the same columns, of which the newest of a key stays. PostgreSQL takes their types from the table. */
export const upsertNewest = async (
  tx: Transaction,
  { table, key, order }: NewestTable,
  rows: readonly Row[],
): Promise<void> => {
  const newest = newestBy(
    rows,
    (row) => key.map((column) => row[column]).join(),
    (row) => Number(row[order]),
  );
  if (!newest[0]) return;
  const columns = Object.keys(newest[0]);
  const changes = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  await tx.query({
    text: `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) order by ${key}
           on conflict (${key}) do update set ${changes} where ${table}.${order} < excluded.${order}`,
    values: [JSON.stringify(newest)],
  });
};

type OfProjector<D extends EventDefinition> = Pick<Projector<D>, 'name' | 'source' | 'events'>;

/** A projector that keeps the newest fact of each key. An event without a row changes nothing. */
export const newestFacts = <D extends EventDefinition>(
  projector: OfProjector<D> & NewestTable & { rowOf(event: StoredEvent<D>): Row | null },
): Projector<D> => ({
  kind: 'projector',
  name: projector.name,
  source: projector.source,
  events: projector.events,
  tables: [projector.table],
  apply: (tx, events) =>
    upsertNewest(
      tx,
      projector,
      events.map((event) => projector.rowOf(event)).filter((row) => row !== null),
    ),
});
