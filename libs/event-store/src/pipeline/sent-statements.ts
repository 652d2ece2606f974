import { createHash } from 'node:crypto';
import type { Transaction } from '../runtime/connections.js';
import { stateOf } from '../runtime/failures.js';

/** SQLSTATE in_failed_sql_transaction: an earlier statement failed. */
const afterFailure = '25P02';

/** PostgreSQL runs the statements in order, so the first failure causes the later ones. */
export class SentStatements {
  #sent: Promise<unknown>[] = [];

  add(work: Promise<unknown>): void {
    work.catch(() => undefined);
    this.#sent.push(work);
  }

  /** Waits for all answers, since no statement may reach the connection after a rollback. @throws the first cause */
  async answered(): Promise<void> {
    const ended = await Promise.allSettled(this.#sent);
    this.#sent = [];
    const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length > 0) throw failures.find((failure) => stateOf(failure) !== afterFailure) ?? failures[0];
  }
}

/** Keyed by text. A service has some dozens of texts, since input never becomes part of them. */
const statementNames = new Map<string, string>();

export const prepared = (tx: Transaction): Transaction => ({
  query: ((text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string' || !values) return tx.query(text as string);
    const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
    statementNames.set(text, name);
    return tx.query({ name, text, values });
  }) as Transaction['query'],
});
