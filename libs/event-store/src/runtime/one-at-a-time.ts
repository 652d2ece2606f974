import type pg from 'pg';
import type { Transaction } from '../log/events.js';

/**
 * A connection that several parts of a process share: each statement is sent when the one before it has ended. The driver's own queue is
 * going to be removed, and it would hand two statements to one `query_timeout`.
 */
export const oneAtATime = (client: pg.Client): Transaction => {
  let last: Promise<unknown> = Promise.resolve();
  const query = (text: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const answer = last.then(() => client.query(text as pg.QueryConfig, values));
    last = answer.catch(() => undefined);
    return answer;
  };
  return { query: query as pg.ClientBase['query'] };
};
