import { createHash } from 'node:crypto';
import type { Transaction } from '../runtime/connections.js';
import { stateOf } from '../runtime/failures.js';

/** SQLSTATE in_failed_sql_transaction: another statement has failed before. */
const behindAFailure = '25P02';

/**
 * Statements that are sent behind each other before any of them is answered. PostgreSQL runs them in the order in which they were sent,
 * so the first that fails is the reason why those behind it do.
 */
export class Flight {
  #sent: Promise<unknown>[] = [];

  /** Work that has sent its statements, or its first one. */
  add(work: Promise<unknown>): void {
    work.catch(() => undefined);
    this.#sent.push(work);
  }

  /** Waits for all of it, also when some has failed: nothing of it may reach the connection behind the rollback. @throws the reason */
  async landed(): Promise<void> {
    const ended = await Promise.allSettled(this.#sent);
    this.#sent = [];
    const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    if (failures.length > 0) throw failures.find((failure) => stateOf(failure) !== behindAFailure) ?? failures[0];
  }
}

/** By the statement's text. A service has some dozens of texts, since none is built from input. */
const statementNames = new Map<string, string>();

/** The same transaction, in which every statement with parameters is prepared under a name, so that it is parsed and planned once. */
export const prepared = (tx: Transaction): Transaction => ({
  query: ((text: unknown, values?: unknown[]) => {
    if (typeof text !== 'string' || !values) return tx.query(text as string);
    const name = statementNames.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32);
    statementNames.set(text, name);
    return tx.query({ name, text, values });
  }) as Transaction['query'],
});
