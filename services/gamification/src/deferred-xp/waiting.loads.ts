import type { Loaded, Transaction } from '@hearsay/event-store';

/** Locks those waiting rows that are still there. */
export const loadWaiting = async (tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<boolean>>> => {
  const { rows } = await tx.query<{ id: string }>({
    name: 'lock-waiting-xp',
    text: 'select id from waiting_xp where id = any($1::uuid[]) order by id for update',
    values: [keys],
  });
  const here = new Set(rows.map((row) => row.id));
  return new Map(keys.map((key) => [key, { version: 0, state: here.has(key) }]));
};
