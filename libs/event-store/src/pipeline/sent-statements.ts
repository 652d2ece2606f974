import { createHash } from 'node:crypto';
import type { Transaction } from '../runtime/connections.js';
import { sqlStateOf } from '../runtime/failures.js';

/** SQLSTATE of a statement in a transaction that has already failed (in_failed_sql_transaction). */
const afterFailure = '25P02';

/** Statements that were sent without waiting for answers. PostgreSQL runs them in order, so the first error counts. */
export class SentStatements {
  #sent: Promise<unknown>[] = [];

  /** Does not throw if the work fails. `untilAnswered` throws its error. */
  add(work: Promise<unknown>): void {
    work.catch(() => undefined);
    this.#sent.push(work);
  }

  /** Waits for all answers, because no statement may arrive after a rollback. @throws the first error */
  async untilAnswered(): Promise<void> {
    const ended = await Promise.allSettled(this.#sent);
    this.#sent = [];
    const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length > 0) throw failures.find((failure) => sqlStateOf(failure) !== afterFailure) ?? failures[0];
  }
}

/** Names of prepared statements by text. A service has only dozens of texts, because values are always parameters. */
const statementNames = new Map<string, string>();

export const withPreparedStatements = (tx: Transaction): Transaction => ({
  query: ((text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string' || !values) return tx.query(text as string);
    const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
    statementNames.set(text, name);
    return tx.query({ name, text, values });
  }) as Transaction['query'],
});
