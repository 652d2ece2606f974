import { describe, expect, it } from '@jest/globals';
import { idempotencyKeyOf } from './idempotency-key.js';
import { endedSessionCookie, sessionCookie, sessionTokenOf } from './session-cookie.js';

describe('the session cookie', () => {
  it('is found among others, and only under its own name', () => {
    expect(sessionTokenOf('a=1; hearsay_session=to-ken_1; b=2')).toBe('to-ken_1');
    expect(sessionTokenOf('hearsay_session=x')).toBe('x');
    expect(sessionTokenOf('not_hearsay_session=x')).toBeNull();
    expect(sessionTokenOf('hearsay_session=')).toBeNull();
    expect(sessionTokenOf(undefined)).toBeNull();
  });

  it('is out of reach for scripts and other sites, and Secure under TLS', () => {
    expect(sessionCookie('t', true)).toBe('hearsay_session=t; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure');
    expect(endedSessionCookie(false)).toBe('hearsay_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  });
});

describe('the idempotency key', () => {
  it('has 1 to 200 visible ASCII characters', () => {
    expect(idempotencyKeyOf(undefined)).toBeUndefined();
    expect(idempotencyKeyOf('!~aZ9')).toBe('!~aZ9');
    for (const key of ['', ' ', 'a b', 'é', 'x'.repeat(201), '\u007f']) expect(() => idempotencyKeyOf(key)).toThrow('Idempotency-Key');
  });
});
