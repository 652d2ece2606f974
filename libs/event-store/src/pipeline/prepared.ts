import { createHash } from 'node:crypto';
import type { Transaction } from '../log/events.js';

/** By the statement's text, which is never put together from input: a service has some dozens of them. */
const names = new Map<string, string>();

const nameOf = (text: string): string => {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return name;
};

/** The same transaction, in which every statement with parameters is prepared under a name of its own, so that it is parsed and planned once. */
export const prepared = (tx: Transaction): Transaction => ({
  query: ((config: unknown, values?: unknown[]) =>
    typeof config === 'string' && values
      ? tx.query({ name: nameOf(config), text: config, values })
      : tx.query(config as string)) as Transaction['query'],
});
