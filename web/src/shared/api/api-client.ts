import type { ErrorBody, ErrorCode } from '@hearsay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { updateServerClock } from '../time/server-clock.ts';

declare global {
  interface Window {
    /** Reads that `start/start.js` began before the app's code, by path. A read is null after a network failure. */
    earlyReads?: Map<string, Promise<Response | null>>;
  }
}

/** Milliseconds after the page opened. After this time, the answer of an early read is stale. */
const TAKEN_WITHIN_MS = 15_000;

/** Null without an early read of this path, and for one that is stale or was taken before. */
export async function takeEarlyRead(path: string): Promise<Response | null> {
  const early = window.earlyReads?.get(path);
  if (!early) return null;
  window.earlyReads?.delete(path);
  return performance.now() < TAKEN_WITHIN_MS ? early : null;
}

/** A call without an answer in this time fails and can be retried, because a silent network reports no failure. */
export const ANSWER_TIMEOUT_MS = 30_000;
/** Slowest upload speed that is assumed. It gives a call with a body extra time. */
const LEAST_BYTES_PER_MS = 10;

/** Like `AbortSignal.any`, which Safari lacks before 17.4. */
export function signalWithTimeout(ms: number, signal?: AbortSignal): AbortSignal {
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
 * Parses the answer by its contract. The browser revalidates its copy (ETag, 304), so a poll transfers only headers.
 * @throws {ApiError} with the message `failed` if given
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
      signal: signalWithTimeout(ANSWER_TIMEOUT_MS, signal),
    }));
  updateServerClock(path, response.headers);
  return { data: schema.parse(await jsonOf(response, failed)), headers: response.headers };
}

/** Parses the answer. `failed` replaces the message of an `ApiError`. */
export const read = async <T>(schema: Schema<T>, path: string, signal?: AbortSignal, failed?: string): Promise<T> =>
  (await readWithHeaders(schema, path, signal, failed)).data;

export interface CallOptions {
  readonly method?: 'POST' | 'DELETE' | 'PATCH' | 'PUT';
  readonly body?: unknown;
  /** The `Content-Type` of a body that is sent as text. Default: the body is sent as JSON. */
  readonly textType?: string;
  readonly idempotencyKey?: string;
}

/** @throws {ApiError} */
export async function send<T>(
  schema: Schema<T>,
  path: string,
  { method = 'POST', body, textType, idempotencyKey }: CallOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = textType ?? 'application/json';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const text = body === undefined ? undefined : textType ? String(body) : JSON.stringify(body);
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers,
    body: text,
    signal: signalWithTimeout(ANSWER_TIMEOUT_MS + (text?.length ?? 0) / LEAST_BYTES_PER_MS),
  });
  updateServerClock(path, response.headers);
  return schema.parse(await jsonOf(response));
}

async function jsonOf(response: Response, failed?: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, text, response.statusText, failed);
  return JSON.parse(text);
}

/** The server applies calls under the same key once. */
export function newIdempotencyKey(): string {
  // `randomUUID` is missing on insecure origins, such as from a phone on the local network.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** `message` is `STATUS: body text` or the caller's text. `code`, `serverText`, `fields` and
 * `suggestion` come from our error body. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly serverText: string | null;
  readonly fields: Readonly<Record<string, string>>;
  /** A free username, offered when the wanted one is taken. */
  readonly suggestion: string | null;

  constructor(status: number, bodyText: string, statusText = '', saying?: string) {
    super(saying ?? `${status}: ${bodyText || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = readBody(bodyText);
    this.code = body?.code ?? null;
    this.serverText = body?.error ?? null;
    this.fields = body?.fields ?? {};
    this.suggestion = body?.suggestion ?? null;
  }
}

/** Parses by hand, so that the app does not load the error table. Accepts unknown codes. */
function readBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: Partial<ErrorBody> | null = JSON.parse(text);
    return typeof body?.error === 'string' && typeof body.code === 'string' ? body : null;
  } catch {
    return null;
  }
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
export const isUnauthorized = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** True for network failures, 5xx and 429, after which a retry may help. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

/** Sends an act under one key with the defaults of all mutations, for code without a mounted component. */
export const sendAct = <T>(
  client: QueryClient,
  schema: Schema<T>,
  path: string,
  call: Omit<CallOptions, 'idempotencyKey'>,
  key = newIdempotencyKey(),
): Promise<T> =>
  client
    .getMutationCache()
    .build<T, Error, string, unknown>(client, {
      mutationFn: (idempotencyKey) => send(schema, path, { ...call, idempotencyKey }),
    })
    .execute(key);
