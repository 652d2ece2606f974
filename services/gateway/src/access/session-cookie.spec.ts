import { describe, expect, it } from '@jest/globals';
import { idempotencyKeyOf } from './idempotency-key.js';
import { endedSessionCookies, saysPresent, sessionCookies, sessionTokenOf } from './session-cookie.js';

const token = `to-ken_${'1'.repeat(36)}`;

describe('the session cookie', () => {
  it('is found among others, and only under its own name', () => {
    expect(sessionTokenOf(`a=1; hearsay_session=${token}; b=2`, false)).toBe(token);
    expect(sessionTokenOf(`hearsay_session=${token}`, false)).toBe(token);
    expect(sessionTokenOf(`not_hearsay_session=${token}`, false)).toBeNull();
    expect(sessionTokenOf(undefined, false)).toBeNull();
  });

  it('is read under TLS only by the name that no other host can set', () => {
    expect(sessionTokenOf(`hearsay_session=x; __Host-hearsay_session=${token}`, true)).toBe(token);
    expect(sessionTokenOf(`hearsay_session=${token}`, true)).toBeNull();
    expect(sessionTokenOf(`__Host-hearsay_session=${token}`, false)).toBeNull();
  });

  it.each(['', 'x', token.slice(1), `${token}1`, `${token.slice(1)}.`, '%20'.repeat(15).slice(0, 43)])(
    'that holds %j is none',
    (value) => {
      expect(sessionTokenOf(`hearsay_session=${value}`, false)).toBeNull();
    },
  );

  it('is out of reach for scripts and other sites, and Secure under TLS', () => {
    expect(sessionCookies('t', true)[0]).toBe(
      '__Host-hearsay_session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure',
    );
    expect(endedSessionCookies(false)[0]).toBe('hearsay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });

  it('has one beside it by which scripts of the page know that there is a session, and nothing else', () => {
    expect(sessionCookies('t', true)[1]).toBe(
      '__Host-hearsay_present=1; Max-Age=2592000; Path=/; SameSite=Lax; Secure',
    );
    expect(endedSessionCookies(false)[1]).toBe('hearsay_present=; Max-Age=0; Path=/; SameSite=Lax');
    expect(
      [`a=1; hearsay_present=1`, 'hearsay_present=', undefined].map((header) => saysPresent(header, false)),
    ).toEqual([true, false, false]);
  });
});

describe('the idempotency key', () => {
  it('has 1 to 200 visible ASCII characters', () => {
    expect(idempotencyKeyOf(undefined)).toBeUndefined();
    expect(idempotencyKeyOf('!~aZ9')).toBe('!~aZ9');
    for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(201), '\u007f'])
      expect(() => idempotencyKeyOf(key)).toThrow('Idempotency-Key');
  });
});
