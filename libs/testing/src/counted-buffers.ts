import type pg from 'pg';

interface Explained {
  readonly 'QUERY PLAN': readonly [
    { readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number } },
  ];
}

const isCounted = /^\s*(select|with|insert|update|delete)\b/;
const writes = /\b(insert|update|delete)\b/;

/** Counts the PostgreSQL buffers that a pool's statements read, a stable measure of their work. */
export const countedBuffers = (pool: pg.Pool) => {
  let buffers = 0;
  const counting =
    (client: pg.Pool | pg.PoolClient) => async (statement: string | pg.QueryConfig, given?: unknown[]) => {
      const { text, values = given } = typeof statement === 'string' ? { text: statement } : statement;
      if (!isCounted.test(text)) return client.query(text, values);
      const explained = await client.query<Explained>(`explain (analyze, buffers, format json) ${text}`, values);
      const { Plan: plan } = explained.rows[0]!['QUERY PLAN'][0];
      buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      // EXPLAIN ANALYZE has already executed the write, but it returns no rows.
      return writes.test(text) ? { rows: [], rowCount: 0 } : client.query(text, values);
    };
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: counting(client),
      release: (error?: Error) => client.release(error),
      on: () => undefined,
      off: () => undefined,
    };
  };
  return {
    pool: { query: counting(pool), connect } as unknown as pg.Pool,
    async during(work: () => Promise<unknown>): Promise<number> {
      buffers = 0;
      await work();
      return buffers;
    },
  };
};
