import { hash } from 'node:crypto';

export interface Cookie {
  read(header: string | undefined, isOverTls: boolean): string | null;
  write(value: string, maxAgeSeconds: number, isOverTls: boolean): string;
}

/**
 * Under TLS the name begins with `__Host-`, so neither another host of the domain nor plain HTTP can set the cookie
 * (RFC 6265bis, section 4.1.3). `@fastify/cookie` cannot be used, because upgrade requests never reach Fastify.
 */
export const cookie = (name: string, { isForScripts = false } = {}): Cookie => {
  const access = isForScripts ? '' : ' HttpOnly;';
  const secureName = `__Host-${name}`;
  const pattern = (fullName: string) => new RegExp(`(?:^|;\\s*)${fullName}=([^;\\s]+)`);
  const [plain, secure] = [pattern(name), pattern(secureName)];
  return {
    read: (header, isOverTls) => (isOverTls ? secure : plain).exec(header ?? '')?.[1] ?? null,
    write: (value, maxAgeSeconds, isOverTls) =>
      `${isOverTls ? secureName : name}=${value}; Max-Age=${maxAgeSeconds}; Path=/;${access} SameSite=Lax${isOverTls ? '; Secure' : ''}`,
  };
};

const lifetimeSeconds = 30 * 24 * 3600;
const ownCookie = cookie('hearsay_session');
/** Tells the page's scripts that a session exists. This cookie grants no access. */
const presence = cookie('hearsay_present', { isForScripts: true });
/** Identity's tokens are 32 random bytes in base64url. For other values the gateway calls no service. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** Null without a cookie, or if its value cannot be a token. */
export const sessionTokenOf = (header: string | undefined, isOverTls: boolean): string | null => {
  const token = ownCookie.read(header, isOverTls);
  return token !== null && tokenForm.test(token) ? token : null;
};

/** Identity stores only this hash of a token. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url');

/** True if the browser believes that it has a session. The session may have ended. */
export const hasPresenceCookie = (header: string | undefined, isOverTls: boolean): boolean =>
  presence.read(header, isOverTls) !== null;

/** Set-Cookie headers of a sign-in: the session itself, and its sign for the page's scripts. */
export const sessionCookies = (token: string, isOverTls: boolean): string[] => [
  ownCookie.write(token, lifetimeSeconds, isOverTls),
  presence.write('1', lifetimeSeconds, isOverTls),
];

/**
 * Headers of a sign-out (https://w3c.github.io/webappsec-clear-site-data). They clear the cache, but not the browser's
 * storage, because the theme is stored there.
 */
export const signOutHeaders = (isOverTls: boolean) => ({
  'set-cookie': endedSessionCookies(isOverTls),
  'clear-site-data': '"cache"',
});

/** Set-Cookie headers that delete both cookies of a session. */
export const endedSessionCookies = (isOverTls: boolean): string[] => [
  ownCookie.write('', 0, isOverTls),
  presence.write('', 0, isOverTls),
];
