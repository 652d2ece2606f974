import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { foldUsername } from '@hearsay/contracts';
import { cookie } from './cookies.js';

const ownCookie = cookie('hearsay_browser');
/** How long a browser is known after its last sign-in. */
const lifetimeSeconds = 365 * 24 * 3600;
/** The length of a browser's random id. */
const idBytes = 16;
/** How many people of one browser are known; the one who has not signed in for longest is forgotten. */
const maxPeople = 5;
const entryForm = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * Browsers that have signed in to an account before. The cookie is no authority: it only says whose failed attempts these are, so that
 * nobody is locked out by the failures of others. It holds `id.mac` for each account, joined by colons; `mac` = HMAC-SHA256 (RFC 2104) over
 * the id and the account's name, which never changes and is never given away again. The name itself is not in it.
 */
export class KnownBrowsers {
  constructor(private readonly secret: Buffer) {}

  /** The id under which this browser has signed in to this name before; null = never, or nobody can tell. */
  idOf(cookieHeader: string | undefined, username: string, isOverTls: boolean): string | null {
    return this.#entries(cookieHeader, isOverTls).flatMap((entry) => this.#idIn(entry, username) ?? [])[0] ?? null;
  }

  /** The Set-Cookie value after this browser has signed in to this name. */
  remember(cookieHeader: string | undefined, username: string, isOverTls: boolean): string {
    const entries = this.#entries(cookieHeader, isOverTls);
    const known = entries.find((entry) => this.#idIn(entry, username) !== null);
    const others = entries.filter((entry) => entry !== known);
    const value = [known ?? this.#newEntry(username), ...others].slice(0, maxPeople).join(':');
    return ownCookie.write(value, lifetimeSeconds, isOverTls);
  }

  #entries(cookieHeader: string | undefined, isOverTls: boolean): string[] {
    const value = ownCookie.read(cookieHeader, isOverTls) ?? '';
    return value.split(':', maxPeople).filter((entry) => entryForm.test(entry));
  }

  #idIn(entry: string, username: string): string | null {
    const [, id = '', mac = ''] = entryForm.exec(entry) ?? [];
    return timingSafeEqual(Buffer.from(mac, 'base64url'), this.#macOf(id, username)) ? id : null;
  }

  #newEntry(username: string): string {
    const id = randomBytes(idBytes).toString('base64url');
    return `${id}.${this.#macOf(id, username).toString('base64url')}`;
  }

  #macOf(id: string, username: string): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['known browser', id, foldUsername(username)]))
      .digest();
  }
}
