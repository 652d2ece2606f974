import { forEachInParallel } from '../journeys/for-each-in-parallel.ts';
import { replayDifferences } from '../journeys/replay/comparison.ts';
import {
  connectAsOwner,
  listReadModels,
  readTables,
  rebuildReadModel,
  type Tables,
} from '../journeys/replay/read-models.ts';
import type { System } from '../journeys/system.ts';
import { type DatabaseService, databaseServices, mapServices } from '../local/service-list.ts';

type Columns = Readonly<Record<DatabaseService, ReadonlySet<string>>>;

const maxPrinted = 3;

/** The columns of all tables, each as `table.column`. */
export const columnsOf = async (system: System): Promise<Columns> => {
  const columns = mapServices(databaseServices, () => new Set<string>());
  for (const service of databaseServices) {
    const client = await connectAsOwner(system, service);
    const { rows } = await client
      .query<{ name: string }>(
        `select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`,
      )
      .finally(() => client.end());
    columns[service] = new Set(rows.map(({ name }) => name));
  }
  return columns;
};

/** Drops the columns that the earlier release does not have. */
const withOnly = (columns: ReadonlySet<string>, tables: Tables): Tables =>
  new Map(
    [...tables].map(([table, { oid, rows }]) => {
      const kept = (row: string) => {
        const fields = Object.entries(JSON.parse(row) as object);
        return JSON.stringify(Object.fromEntries(fields.filter(([column]) => columns.has(`${table}.${column}`))));
      };
      return [table, { oid, rows: rows.map(kept) }];
    }),
  );

/**
 * Rebuilds every read model with the programs of a release. @returns differences to the live rows, in `columns` alone
 */
export const replayProblems = async (system: System, root: string, columns: Columns): Promise<string[]> => {
  const problems: string[] = [];
  await forEachInParallel(databaseServices, async (service) => {
    const live = await readTables(system, service);
    for (const name of await listReadModels(system, service, root)) await rebuildReadModel(system, service, name, root);
    const rebuilt = await readTables(system, service);
    const names = [...columns[service]];
    const isOfBoth = (table: string) => names.some((name) => name.startsWith(`${table}.`));
    const known = new Map([...rebuilt].filter(([table]) => live.has(table) && isOfBoth(table)));
    const differences = replayDifferences(service, withOnly(columns[service], live), withOnly(columns[service], known));
    for (const { table, rows } of differences)
      problems.push(
        `replay of ${service}.${table}: ${rows.length} rows differ: ${rows.slice(0, maxPrinted).join(' ')}`,
      );
  });
  return problems;
};
