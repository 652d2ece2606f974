import { hearServerTime } from '../time/server-clock.ts';
import { ApiError } from './api-error.ts';
import { takeEarlyRead } from './early-reads.ts';

/** On a network that has gone silent nothing would ever fail: what has no answer by then has failed, and can be tried again. */
const ANSWER_WITHIN_MS = 30_000;
/** For what is sent there is more time, as if a phone sent no more than so many bytes a millisecond. */
const LEAST_BYTES_PER_MS = 10;

/** As `AbortSignal.any`, which Safari has from 17.4 on. */
function endingAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(ms);
  if (!signal) return timeout;
  const either = new AbortController();
  for (const each of [timeout, signal]) {
    if (each.aborted) either.abort(each.reason);
    each.addEventListener('abort', () => either.abort(each.reason), { once: true });
  }
  return either.signal;
}

export interface Schema<T> {
  parse(value: unknown): T;
}

interface Answer<T> {
  readonly data: T;
  readonly headers: Headers;
}

/**
 * Reads JSON and checks it against the contract. Every read asks the server whether its copy in the browser's own
 * cache still holds (ETag, 304), so polling an unchanged thing costs headers only.
 * @throws {ApiError} for every answer that is not OK, in the words of `failed` where there are some
 */
export async function readWithHeaders<T>(
  schema: Schema<T>,
  path: string,
  signal?: AbortSignal,
  failed?: string,
): Promise<Answer<T>> {
  const response =
    (await takeEarlyRead(path)) ??
    (await fetch(path, {
      credentials: 'include',
      cache: 'no-cache',
      headers: { Accept: 'application/json' },
      signal: endingAfter(ANSWER_WITHIN_MS, signal),
    }));
  hearServerTime(path, response.headers);
  return { data: schema.parse(await jsonOf(response, failed)), headers: response.headers };
}

export const read = async <T>(schema: Schema<T>, path: string, signal?: AbortSignal, failed?: string): Promise<T> =>
  (await readWithHeaders(schema, path, signal, failed)).data;

interface Act {
  readonly method?: 'POST' | 'DELETE' | 'PATCH';
  readonly body?: unknown;
  /** One per act of a person, the same on every retry: see `newIdempotencyKey`. */
  readonly idempotencyKey?: string;
}

/** Sends an act and checks the answer. @throws {ApiError} */
export async function send<T>(
  schema: Schema<T>,
  path: string,
  { method = 'POST', body, idempotencyKey }: Act = {},
): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers,
    body: text,
    signal: endingAfter(ANSWER_WITHIN_MS + (text?.length ?? 0) / LEAST_BYTES_PER_MS),
  });
  hearServerTime(path, response.headers);
  return schema.parse(await jsonOf(response));
}

async function jsonOf(response: Response, failed?: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText, failed);
  return JSON.parse(text);
}

/** The name of one act. Repeating a call under the same key changes nothing more. */
export function newIdempotencyKey(): string {
  // randomUUID is missing where the page is not served securely, such as from a phone on the local network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
