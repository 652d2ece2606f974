import { afterEach, expect, it, jest } from '@jest/globals';
import { takeEarlyRead } from './api-client.ts';

afterEach(() => {
  jest.restoreAllMocks();
  window.earlyReads = undefined;
});

it('returns an early response of the document once, and null if there is none', async () => {
  const answer = { status: 200 } as Response;
  window.earlyReads = new Map([['/api/x', Promise.resolve(answer)]]);
  jest.spyOn(performance, 'now').mockReturnValue(900);
  expect(await takeEarlyRead('/api/y')).toBeNull();
  expect(await takeEarlyRead('/api/x')).toBe(answer);
  expect(await takeEarlyRead('/api/x')).toBeNull();
});

it('discards an old response', async () => {
  window.earlyReads = new Map([['/api/x', Promise.resolve({ status: 200 } as Response)]]);
  jest.spyOn(performance, 'now').mockReturnValue(60_000);
  expect(await takeEarlyRead('/api/x')).toBeNull();
});
