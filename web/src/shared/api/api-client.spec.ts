import { BoostStatus } from '@hearsay/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import {
  ApiError,
  isNotFound,
  isRetryable,
  isUnauthorized,
  newIdempotencyKey,
  read,
  send,
  takeEarlyRead,
} from './api-client.ts';

function answer(status: number, body: string) {
  const call = jest.fn<typeof fetch>(async () => new Response(body, { status, statusText: 'Status Text' }));
  globalThis.fetch = call;
  return call;
}

describe('the API client', () => {
  it('the client keeps the fields of the contract and drops unknown ones', async () => {
    const call = answer(200, '{"isBoosted":true,"boostCount":3,"more":1}');
    await expect(read(BoostStatus, '/api/x')).resolves.toEqual({ isBoosted: true, boostCount: 3 });
    expect(call.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-cache', credentials: 'include' });
  });

  it('the client aborts reads and acts after a timeout, later with a large body', async () => {
    const ends: AbortController[] = [];
    const timeouts = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      ends.push(new AbortController());
      return (ends.at(-1) as AbortController).signal;
    });
    const call = answer(200, '{"isBoosted":true,"boostCount":3}');
    const leaving = new AbortController();
    await read(BoostStatus, '/api/x', leaving.signal);
    await read(BoostStatus, '/api/x', new AbortController().signal);
    await send(BoostStatus, '/api/x', { body: { words: 'x'.repeat(100_000) } });
    expect(timeouts.mock.calls.map(([ms]) => Math.round(ms / 1000))).toEqual([30, 30, 40]);
    const areEnded = () => call.mock.calls.map(([, init]) => init?.signal?.aborted);
    leaving.abort();
    expect(areEnded()).toEqual([true, false, false]);
    ends[1]?.abort();
    expect(areEnded()).toEqual([true, true, false]);
  });

  it('the client rejects a response that breaks its contract', async () => {
    answer(200, '{"isBoosted":"yes","boostCount":3}');
    await expect(read(BoostStatus, '/api/x')).rejects.toThrow();
  });

  it('the client turns a refusal into an error with status, text, code and fields', async () => {
    const body = '{"error":"Please sign in","code":"unauthenticated","requestId":"r","fields":{"title":"empty"}}';
    answer(401, body);
    const error = await read(BoostStatus, '/api/x').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: `401: ${body}`,
      code: 'unauthenticated',
      serverText: 'Please sign in',
      fields: { title: 'empty' },
    });
    expect(isUnauthorized(error)).toBe(true);
  });

  it.each([
    ['', '404: Status Text'],
    ['<html>', '404: <html>'],
  ])('the message of an error is the status text when the body is %p', async (body, message) => {
    answer(404, body);
    const error = await read(BoostStatus, '/api/x').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message, code: null, serverText: null });
    expect(isNotFound(error)).toBe(true);
  });

  it('a failed read has the message that its caller gives', async () => {
    answer(503, 'later');
    const error = await read(BoostStatus, '/api/x', undefined, 'Failed to fetch feed').catch(
      (caught: unknown) => caught,
    );
    expect(error).toMatchObject({ message: 'Failed to fetch feed', status: 503 });
    expect(isRetryable(error)).toBe(true);
  });

  it('the client sends an act with its idempotency key', async () => {
    const call = answer(200, '{"isBoosted":true,"boostCount":3}');
    await send(BoostStatus, '/api/x', { body: { isBoosted: true }, idempotencyKey: 'one' });
    expect(call.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{"isBoosted":true}',
      headers: { 'Idempotency-Key': 'one', 'Content-Type': 'application/json' },
    });
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
  });

  it('only failures that may be temporary are retryable', () => {
    expect([400, 401, 404, 409, 422].some((status) => isRetryable(new ApiError(status, '')))).toBe(false);
    expect([429, 500, 503].every((status) => isRetryable(new ApiError(status, '')))).toBe(true);
    expect(isRetryable(new TypeError('Failed to fetch'))).toBe(true);
  });
});

it.each([
  [900, 200],
  [60_000, undefined],
])('the client takes an early response once, unless it is old: after %d ms', async (now, status) => {
  jest.spyOn(performance, 'now').mockReturnValue(now);
  window.earlyReads = new Map([['/api/x', Promise.resolve({ status: 200 } as Response)]]);
  expect(await takeEarlyRead('/api/y')).toBeNull();
  expect((await takeEarlyRead('/api/x'))?.status).toBe(status);
  expect(await takeEarlyRead('/api/x')).toBeNull();
  window.earlyReads = undefined;
});
