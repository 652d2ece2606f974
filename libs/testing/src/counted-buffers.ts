import type pg from 'pg';

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

/** A pool that counts the buffers that its statements touch: work that must not grow with the data is measured in them, not in time. */
export const countedBuffers = (pool: pg.Pool) => {
  let buffers = 0;
  const query = async ({ text, values }: pg.QueryConfig) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': readonly Plan[] }>(`explain (analyze, buffers, format json) ${text}`, values);
    for (const { Plan: plan } of rows[0]!['QUERY PLAN']) buffers += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    return pool.query(text, values);
  };
  return {
    pool: { query } as unknown as pg.Pool,
    async during(work: () => Promise<unknown>): Promise<number> {
      buffers = 0;
      await work();
      return buffers;
    },
  };
};
