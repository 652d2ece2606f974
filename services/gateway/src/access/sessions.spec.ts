import { Refusal, type Session } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { idempotencyKeyOf } from './idempotency-key.js';
import { endedSessionCookies, hasPresenceCookie, sessionCookies, sessionTokenOf } from './session-cookie.js';
import { Sessions } from './sessions.js';

const token = `to-ken_${'1'.repeat(36)}`;

describe('the session cookie', () => {
  const own = `hearsay_session=${token}`;
  it.each([
    [`a=1; ${own}; b=2`, false, token],
    [`not_${own}`, false, null],
    [undefined, false, null],
    [`hearsay_session=x; __Host-${own}`, true, token],
    [own, true, null],
    [`__Host-${own}`, false, null],
    ...['', 'x', token.slice(1), `${token}1`, `${token.slice(1)}.`, '%20'.repeat(15).slice(0, 43)].map(
      (value) => [`hearsay_session=${value}`, false, null] as const,
    ),
  ])('the session cookie in %j, over TLS %s, is %s', (header, isOverTls, found) => {
    expect(sessionTokenOf(header, isOverTls)).toBe(found);
  });

  it('scripts cannot read the session cookie, but a second cookie says that it exists', () => {
    expect(sessionCookies('t', true)).toEqual([
      '__Host-hearsay_session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
      '__Host-hearsay_present=1; Max-Age=2592000; Path=/; SameSite=Lax; Secure',
    ]);
    expect(endedSessionCookies(false)).toEqual([
      'hearsay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      'hearsay_present=; Max-Age=0; Path=/; SameSite=Lax',
    ]);
    const headers = ['a=1; hearsay_present=1', 'hearsay_present=', undefined];
    expect(headers.map((header) => hasPresenceCookie(header, false))).toEqual([true, false, false]);
  });
});

describe('the idempotency key', () => {
  it('an idempotency key has 1 to 200 visible ASCII characters', () => {
    expect(idempotencyKeyOf(undefined)).toBeUndefined();
    expect(idempotencyKeyOf('!~aZ9')).toBe('!~aZ9');
    for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(201), '\u007f'])
      expect(() => idempotencyKeyOf(key)).toThrow('Idempotency-Key');
  });
});

const session: Session = { accountId: 'nora', isAmbassador: false, isSpotlight: false };

describe('cached sessions', () => {
  let now = 0;
  let asked = 0;
  let answer: () => Promise<Session | null>;
  let sessions: Sessions;
  const find = () => sessions.find('hash', 'correlation');
  const away = () => Promise.reject(new Refusal('unavailable'));

  beforeEach(() => {
    now = 1_000_000;
    asked = 0;
    answer = async () => session;
    const load = () => {
      asked += 1;
      return answer();
    };
    sessions = new Sessions(load, () => now);
  });

  it('cached sessions are used for at most ten seconds', async () => {
    await find();
    now += 9_999;
    await find();
    expect(asked).toBe(1);
    now += 1;
    answer = async () => null;
    expect(await find()).toBeNull();
  });

  it('cached sessions are looked up once for concurrent callers', async () => {
    expect(await Promise.all([find(), find(), find()])).toEqual([session, session, session]);
    expect(asked).toBe(1);
  });

  it('a cached session is evicted when it ends or when its account changes', async () => {
    await find();
    sessions.evict({ tokenHash: 'hash', accountId: null });
    await find();
    sessions.evict({ tokenHash: null, accountId: 'nora' });
    await find();
    sessions.evict({ tokenHash: null, accountId: 'max' });
    await find();
    expect(asked).toBe(3);
  });

  it('known sessions stay valid for five minutes while identity is away', async () => {
    await find();
    answer = away;
    now += 60_000;
    expect(await find()).toEqual(session);
    now += 240_000;
    await expect(find()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(sessions.find('unknown', 'correlation')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('an ended session is refused as unavailable while identity is away', async () => {
    await find();
    sessions.evict({ tokenHash: 'hash', accountId: null });
    answer = away;
    await expect(find()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('`stateOf` answers `unknown` instead of `live` while identity is away', async () => {
    const state = () => sessions.stateOf('hash', 'correlation');
    expect(await state()).toBe('live');
    sessions.recheckAll();
    answer = away;
    expect(await state()).toBe('unknown');
    answer = async () => null;
    expect(await state()).toBe('ended');
  });

  it('an answer that identity gave before the end of the session is not cached', async () => {
    let release: (found: Session) => void = () => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    const asking = find();
    await new Promise(setImmediate);
    sessions.evict({ tokenHash: 'hash', accountId: null });
    release(session);
    expect(await asking).toEqual(session);
    answer = async () => null;
    expect(await find()).toBeNull();
  });

  it('an answer that identity gave before a change of roles is not cached', async () => {
    let earlier: (found: Session) => void = () => undefined;
    answer = () => new Promise((resolve) => (earlier = resolve));
    const before = find();
    while (asked < 1) await Promise.resolve();
    sessions.evict({ tokenHash: null, accountId: 'nora' });
    answer = async () => ({ ...session, isAmbassador: true });
    const after = find();
    earlier(session);
    expect([await before, await after].map((found) => found?.isAmbassador)).toEqual([false, true]);
    expect((await find())?.isAmbassador).toBe(true);
  });

  it('an unknown token is looked up once in ten seconds', async () => {
    answer = async () => null;
    await find();
    now += 9_999;
    expect(await find()).toBeNull();
    expect(asked).toBe(1);
    now += 1;
    await find();
    expect(asked).toBe(2);
  });

  it('invented tokens do not evict real sessions', async () => {
    await find();
    answer = async () => null;
    for (let token = 0; token < 110_000; token += 1) await sessions.find(`invented ${token}`, 'correlation');
    expect(sessions.findCached('hash')).toEqual(session);
  });

  it('a lookup of a new token takes a permit, and returns it if the session exists', async () => {
    const permits: string[] = [];
    const permit = async () => {
      permits.push('taken');
      return () => void permits.push('given back');
    };
    await sessions.find('hash', 'correlation', permit);
    expect(permits.splice(0)).toEqual(['taken', 'given back']);
    now += 10_000;
    await sessions.find('hash', 'correlation', permit);
    expect(permits).toEqual([]);
    answer = async () => null;
    await sessions.find('invented', 'correlation', permit);
    expect(permits).toEqual(['taken']);
    const spent = () => Promise.reject(new Refusal('rate_limited'));
    await expect(sessions.find('another', 'correlation', spent)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(asked).toBe(3);
  });

  it('after `recheckAll`, a cached session is looked up again', async () => {
    await find();
    sessions.recheckAll();
    answer = async () => null;
    expect(await find()).toBeNull();
  });
});
