import { createHmac, type KeyObject, randomBytes } from 'node:crypto';
import type { Transaction } from '../runtime/connections.js';
import type { CommandContext } from './commands.js';

/** HMAC-SHA256 (RFC 2104) as hexadecimal text, which Node makes a third faster than a buffer. */
const hmac = (secret: KeyObject, parts: readonly unknown[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');

/** A hash of account, command type and idempotency key, so that a stored key reveals nothing about its sender. */
export const resultKey = (secret: KeyObject, context: CommandContext, type: string): string =>
  hmac(secret, [context.accountId, type, context.idempotencyKey]);

/** A hash with a secret. A payload is often an id of other rows, and a plain hash would link the act to these rows. */
export const payloadHash = (secret: KeyObject, input: unknown): string => hmac(secret, ['payload', input]);

export interface StoredResult {
  readonly payloadHash: string;
  readonly result: unknown;
}

export interface ResultToStore extends StoredResult {
  readonly key: string;
}

export const readStoredResults = async (
  tx: Transaction,
  keys: readonly string[],
): Promise<Map<string, StoredResult>> => {
  const stored = await tx.query<{ key: string; payload_hash: string; result: { value: unknown } | null }>(
    `select encode(key, 'hex') as key, encode(payload_hash, 'hex') as payload_hash, result from command_results
     where key = any(array(select decode(asked, 'hex') from unnest($1::text[]) as asked))`,
    [keys],
  );
  return new Map(stored.rows.map((row) => [row.key, { payloadHash: row.payload_hash, result: row.result?.value }]));
};

/**
 * Stores results. Waits for other transactions that store one of the keys. @throws an error that `isDuplicateKeyError`
 * recognizes, if another transaction has stored a key
 */
export const storeResults = async (tx: Transaction, accepted: readonly ResultToStore[]): Promise<void> => {
  const kept = accepted.map(({ result, ...each }) => ({ ...each, result: { value: result } }));
  await tx.query(
    `insert into command_results (key, payload_hash, result)
     select decode(key, 'hex'), decode("payloadHash", 'hex'), result
     from json_to_recordset($1) as kept (key text, "payloadHash" text, result jsonb) order by kept.key`,
    [JSON.stringify(kept)],
  );
};

/** A row that proves the commit of a batch without events. It has a random key and is deleted like old results. */
export const newCommitProof = (): ResultToStore => ({
  key: randomBytes(32).toString('hex'),
  payloadHash: '00',
  result: null,
});

/**
 * True if another process has committed a command with the same key. When the batch runs again, it finds the result.
 */
export const isDuplicateKeyError = (error: unknown): boolean => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'command_results_pkey';
};

const sweptAtOnce = 1000;

/**
 * Deletes a few old results, because a long transaction would delay repeated commands and all readers of the log.
 * Resolves to true if there may be more to delete.
 */
export const deleteOldResults = async (client: Transaction): Promise<boolean> => {
  const { rowCount } = await client.query({
    name: 'sweep-results',
    text: `delete from command_results where key = any(array(
             select key from command_results where created_at < now() - interval '24 hours' limit ${sweptAtOnce} for update skip locked
           ))`,
  });
  return rowCount === sweptAtOnce;
};
