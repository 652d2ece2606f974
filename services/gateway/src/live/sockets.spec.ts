import type { IncomingMessage } from 'node:http';
import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { OriginCheck } from '../access/origin-check.js';
import { checkUpgrade } from './sockets.js';

const origins = new OriginCheck({ warn: () => undefined });
const viewer = { accountId: 'me', isAmbassador: false, isSpotlight: false, tokenHash: 'hash' };
const request = (url: string, headers: Record<string, string> = {}) =>
  ({ method: 'GET', url, headers: { upgrade: 'websocket', ...headers } }) as unknown as IncomingMessage;
const check = (url: string, headers: Record<string, string> = {}, who: typeof viewer | null = viewer) =>
  checkUpgrade(request(url, headers), { host: 'hearsay.example', isOverTls: true }, origins, async () => who);
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'open',
    (error: Refusal) => error.code,
  );

describe('an upgrade', () => {
  it('is for /ws and WebSockets only', async () => {
    expect(await codeOf(check('/ws'))).toBe('open');
    expect(await codeOf(check('/ws/more'))).toBe('not_found');
    expect(await codeOf(check('//'))).toBe('not_found');
    expect(await codeOf(check('/ws', { upgrade: 'h2c' }))).toBe('not_found');
  });

  it('needs the own Origin if it has one', async () => {
    expect(await codeOf(check('/ws', { origin: 'https://hearsay.example' }))).toBe('open');
    expect(await codeOf(check('/ws', { origin: 'https://hearsay.example.evil.example' }))).toBe('forbidden');
    expect(await codeOf(check('/ws', { origin: 'http://hearsay.example' }))).toBe('forbidden');
    expect(await codeOf(check('/ws', { origin: 'nonsense' }))).toBe('forbidden');
  });

  it('identifies only the own account', async () => {
    expect(await check('/ws?userId=me')).toEqual(viewer);
    expect(await check('/ws?userId=')).toEqual(viewer);
    expect(await codeOf(check('/ws?userId=you'))).toBe('forbidden');
    expect(await codeOf(check('/ws?userId=me', {}, null))).toBe('unauthenticated');
    expect(await check('/ws', {}, null)).toBeNull();
  });

  it('reports that identity is down, and does not treat the person as a visitor', async () => {
    const away = checkUpgrade(
      request('/ws', { cookie: 'hearsay_session=t' }),
      { host: 'h', isOverTls: false },
      origins,
      () => Promise.reject(new Refusal('unavailable')),
    );
    expect(await codeOf(away)).toBe('unavailable');
  });
});
