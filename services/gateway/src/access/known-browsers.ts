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

/** A name, and which of its passwords it has now: identity's word, which tells nothing of the password. */
export interface KnownAccount {
  readonly username: string;
  readonly generation: string;
}

/**
 * Browsers that have signed in to an account before. The cookie is no authority: it only says whose failed attempts these are, so that
 * nobody is locked out by the failures of others. It holds `id.mac` for each account, joined by colons; `mac` = HMAC-SHA256 (RFC 2104) over
 * the id, the account's name and the generation of its password. So a new password makes all browsers strangers. The name itself is not in it.
 */
export class KnownBrowsers {
  constructor(private readonly secret: Buffer) {}

  /** Whether a browser shows anything at all, so that the generation of a password matters. */
  saysAnything(cookieHeader: string | undefined, isOverTls: boolean): boolean {
    return this.#entries(cookieHeader, isOverTls).length > 0;
  }

  /** The id under which this browser has signed in to this name with this password; null = never. */
  idOf(cookieHeader: string | undefined, account: KnownAccount, isOverTls: boolean): string | null {
    return this.#entries(cookieHeader, isOverTls).flatMap((entry) => this.#idIn(entry, account) ?? [])[0] ?? null;
  }

  /** The Set-Cookie value after this browser has signed in to this name. */
  remember(cookieHeader: string | undefined, account: KnownAccount, isOverTls: boolean): string {
    const entries = this.#entries(cookieHeader, isOverTls);
    const known = entries.find((entry) => this.#idIn(entry, account) !== null);
    const others = entries.filter((entry) => entry !== known);
    const value = [known ?? this.#newEntry(account), ...others].slice(0, maxPeople).join(':');
    return ownCookie.write(value, lifetimeSeconds, isOverTls);
  }

  #entries(cookieHeader: string | undefined, isOverTls: boolean): string[] {
    const value = ownCookie.read(cookieHeader, isOverTls) ?? '';
    return value.split(':', maxPeople).filter((entry) => entryForm.test(entry));
  }

  #idIn(entry: string, account: KnownAccount): string | null {
    const [, id = '', mac = ''] = entryForm.exec(entry) ?? [];
    return timingSafeEqual(Buffer.from(mac, 'base64url'), this.#macOf(id, account)) ? id : null;
  }

  #newEntry(account: KnownAccount): string {
    const id = randomBytes(idBytes).toString('base64url');
    return `${id}.${this.#macOf(id, account).toString('base64url')}`;
  }

  #macOf(id: string, { username, generation }: KnownAccount): Buffer {
    return createHmac('sha256', this.secret)
      .update(JSON.stringify(['known browser', id, foldUsername(username), generation]))
      .digest();
  }
}
