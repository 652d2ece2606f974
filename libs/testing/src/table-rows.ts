import type pg from 'pg';

export const tableRows = async (
  client: Pick<pg.ClientBase, 'query'>,
  tables: readonly string[],
): Promise<Record<string, string[]>> => {
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const found = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t order by 1`);
    all[table] = found.rows.map((row) => row.row);
  }
  return all;
};
