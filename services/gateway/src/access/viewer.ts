import type { Session } from '@hearsay/contracts';

/** Who asks: a session and the hash of its token. */
export interface Viewer extends Session {
  readonly tokenHash: string;
}

/** What is known of whoever opens a socket. */
export interface Connecting {
  /** The Cookie header. */
  readonly cookie: string | undefined;
  /** As limits count, see `limitedAddress`. */
  readonly address: string;
  readonly isOverTls: boolean;
}
