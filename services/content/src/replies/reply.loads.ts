import type { Loaded, Transaction } from '@hearsay/event-store';
import type { Reply } from './reply.states.js';

/** Locks those replies that exist. */
export const loadReplies = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<Reply>>> => {
  const rows = await tx.query<{ id: string }>({
    name: 'lock-replies',
    text: 'select id from replies where id = any($1) order by id for update',
    values: [keys],
  });
  const existing = new Set(rows.rows.map((row) => row.id));
  return new Map(keys.map((key) => [key, { version: existing.has(key) ? 1 : 0, state: { exists: existing.has(key) } }]));
};
