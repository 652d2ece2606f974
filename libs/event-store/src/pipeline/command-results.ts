import { createHmac } from 'node:crypto';
import type { Transaction } from '../log/events.js';
import type { CommandContext } from './commands.js';

/** Results are kept for a day; `forgetOldResults` sweeps them. */
const keptFor = '24 hours';

/** HMAC-SHA256 (RFC 2104) over account, command type and key: a stored key tells nothing about its sender. */
export const resultKey = (secret: Buffer, context: CommandContext, type: string): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([context.accountId, type, context.idempotencyKey]))
    .digest();

/**
 * HMAC as well: a bare hash of a payload, which often is an id that stands in other rows, would tell what was done at the instant of
 * its row.
 */
export const payloadHash = (secret: Buffer, input: unknown): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['payload', input]))
    .digest();

export interface StoredResult {
  readonly payloadHash: Buffer;
  readonly result: unknown;
}

/**
 * Claims the keys, in key order. Waits for whoever holds one of them in a running transaction. Answers the results that
 * were there before, by key in hex; all other keys are now ours until commit.
 */
export const claimResultKeys = async (
  tx: Transaction,
  keys: readonly { readonly key: Buffer; readonly payloadHash: Buffer }[],
): Promise<Map<string, StoredResult>> => {
  const sorted = [...keys].sort((a, b) => Buffer.compare(a.key, b.key));
  const ours = await tx.query<{ key: Buffer }>(
    `insert into command_results (key, payload_hash)
     select key, hash from unnest($1::bytea[], $2::bytea[]) as claimed (key, hash)
     on conflict do nothing returning key`,
    [sorted.map((item) => item.key), sorted.map((item) => item.payloadHash)],
  );
  const earlier = new Map<string, StoredResult>();
  if (ours.rows.length === sorted.length) return earlier;
  const taken = new Set(ours.rows.map((row) => row.key.toString('hex')));
  const others = sorted.map((item) => item.key).filter((key) => !taken.has(key.toString('hex')));
  const stored = await tx.query<{ key: Buffer; payload_hash: Buffer; result: { value: unknown } }>(
    'select key, payload_hash, result from command_results where key = any($1)',
    [others],
  );
  for (const row of stored.rows) earlier.set(row.key.toString('hex'), { payloadHash: row.payload_hash, result: row.result?.value });
  return earlier;
};

/** Stores accepted results and gives the keys of refused commands back. */
export const settleResultKeys = async (
  tx: Transaction,
  accepted: readonly { readonly key: Buffer; readonly payloadHash: Buffer; readonly result: unknown }[],
  refused: readonly Buffer[],
): Promise<void> => {
  if (accepted.length > 0) {
    await tx.query(
      `update command_results set result = done.result, payload_hash = done.hash
       from unnest($1::bytea[], $2::bytea[], $3::jsonb[]) as done (key, hash, result) where command_results.key = done.key`,
      [
        accepted.map((item) => item.key),
        accepted.map((item) => item.payloadHash),
        accepted.map((item) => JSON.stringify({ value: item.result })),
      ],
    );
  }
  if (refused.length > 0) await tx.query('delete from command_results where key = any($1)', [refused]);
};

const sweptAtOnce = 1000;

/**
 * Deletes results that are older than a day, a thousand in a transaction: a long one would hold back every reader of every log,
 * and with its locks the repeats of these commands. Answers how many there were. Ends early when `signal` is aborted.
 */
export const forgetOldResults = async (client: Transaction, signal?: AbortSignal): Promise<number> => {
  let forgotten = 0;
  while (!signal?.aborted) {
    const { rowCount } = await client.query({
      name: 'sweep-results',
      text: `delete from command_results where key = any(array(
               select key from command_results where created_at < now() - interval '${keptFor}' limit ${sweptAtOnce} for update skip locked
             ))`,
    });
    forgotten += rowCount ?? 0;
    if ((rowCount ?? 0) < sweptAtOnce) break;
  }
  return forgotten;
};
