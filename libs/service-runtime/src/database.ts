import pg from 'pg';
import type { Logger } from './logger.js';

// Without this, count(*) and bigint columns arrive as text; every bigint we select is far below 2^53.
const int8 = 20;
pg.types.setTypeParser(int8, Number);

/** A pool that survives restarts of PostgreSQL; its idle clients' errors are logged, not thrown. */
export const createPool = (options: { url: string; service: string; max: number; log: Logger }): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max,
    application_name: options.service,
    connectionTimeoutMillis: 3000,
    idle_in_transaction_session_timeout: 15_000,
    statement_timeout: 10_000,
    keepAlive: true,
    // A prepared statement would keep the plan that it got while its table was empty, and go on scanning the table when it has
    // grown; planning costs a batch next to nothing. Compiling a plan takes longer than any of our statements.
    options: '-c plan_cache_mode=force_custom_plan -c jit=off',
  });
  // The pool listens to idle clients only: one lost in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', (error) => options.log.warn({ error: error.message }, 'An idle database connection was lost'));
  return pool;
};
