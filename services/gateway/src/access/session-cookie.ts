import { hash } from 'node:crypto';

/** A cookie of ours: it has one name over plain HTTP and one under TLS. */
export interface Cookie {
  /** The value in a Cookie header; null without one. */
  read(header: string | undefined, isOverTls: boolean): string | null;
  /** The Set-Cookie value that keeps `value` for so long. */
  write(value: string, maxAgeSeconds: number, isOverTls: boolean): string;
}

/**
 * Under TLS the name begins with `__Host-`, so that neither another host of the domain nor plain HTTP can set it (RFC
 * 6265bis, section 4.1.3). `@fastify/cookie` reads no cookies of sockets, whose upgrade never reaches Fastify.
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

/** How long a browser keeps the cookie after it was last set. */
const lifetimeSeconds = 30 * 24 * 3600;
const ownCookie = cookie('hearsay_session');
/** Tells scripts of the page that there is a session. It is no authority. */
const presence = cookie('hearsay_present', { isForScripts: true });
/** Identity's tokens are 32 random bytes in base64url; nobody has to be asked about anything else. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The session token in a Cookie header; null without one, or when it cannot be one. */
export const sessionTokenOf = (header: string | undefined, isOverTls: boolean): string | null => {
  const token = ownCookie.read(header, isOverTls);
  return token !== null && tokenForm.test(token) ? token : null;
};

/** What identity stores of a token: SHA-256, base64url. */
export const tokenHashOf = (token: string): string => hash('sha256', token, 'base64url');

/** Whether the browser still says that there is a session. */
export const saysPresent = (header: string | undefined, isOverTls: boolean): boolean =>
  presence.read(header, isOverTls) !== null;

/** The Set-Cookie values that keep a session for 30 days from now. */
export const sessionCookies = (token: string, isOverTls: boolean): string[] => [
  ownCookie.write(token, lifetimeSeconds, isOverTls),
  presence.write('1', lifetimeSeconds, isOverTls),
];

/** Sent at sign-out (https://w3c.github.io/webappsec-clear-site-data). Storage stays: the theme lives there. */
export const signOutHeaders = (isOverTls: boolean) => ({
  'set-cookie': endedSessionCookies(isOverTls),
  'clear-site-data': '"cache"',
});

/** The Set-Cookie values that remove the session from the browser. */
export const endedSessionCookies = (isOverTls: boolean): string[] => [
  ownCookie.write('', 0, isOverTls),
  presence.write('', 0, isOverTls),
];
