import { hash } from 'node:crypto';
import { cookie } from './cookies.js';

/** How long a browser keeps the cookie after it was last set. */
const lifetimeSeconds = 30 * 24 * 3600;
const ownCookie = cookie('hearsay_session');
/** Identity's tokens are 32 random bytes in base64url; nobody has to be asked about anything else. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The session token in a Cookie header; null without one, or when it cannot be one. */
export const sessionTokenOf = (header: string | undefined, isOverTls: boolean): string | null => {
  const token = ownCookie.read(header, isOverTls);
  return token !== null && tokenForm.test(token) ? token : null;
};

/** What identity stores of a token: SHA-256, base64url. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url');

/** The Set-Cookie value that keeps a session for 30 days from now. */
export const sessionCookie = (token: string, isOverTls: boolean): string => ownCookie.write(token, lifetimeSeconds, isOverTls);

/** The Set-Cookie value that removes the session from the browser. */
export const endedSessionCookie = (isOverTls: boolean): string => ownCookie.write('', 0, isOverTls);
