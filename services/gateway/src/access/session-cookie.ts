import { hash } from 'node:crypto';

const cookieName = 'hearsay_session';
const lifetimeSeconds = 30 * 24 * 3600;
const ownCookie = new RegExp(`(?:^|;\\s*)${cookieName}=([^;\\s]+)`);

/** The session token in a Cookie header; null without one. */
export const sessionTokenOf = (header: string | undefined): string | null => ownCookie.exec(header ?? '')?.[1] ?? null;

/** What identity stores of a token: SHA-256, base64url. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url');

const cookie = (token: string, maxAgeSeconds: number, isSecure: boolean): string =>
  `${cookieName}=${token}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The Set-Cookie value that keeps a session for 30 days from now. */
export const sessionCookie = (token: string, isSecure: boolean): string => cookie(token, lifetimeSeconds, isSecure);

/** The Set-Cookie value that removes the session from the browser. */
export const endedSessionCookie = (isSecure: boolean): string => cookie('', 0, isSecure);
