import { type LiveSession, liveSubjects } from '@hearsay/contracts';

/** Tells the gateways that sessions have ended, so that they forget them and close their sockets. */
export class SessionEnds {
  constructor(private readonly publish: (subject: string, data: object) => void) {}

  announce(tokenHashes: readonly string[]): void {
    for (const tokenHash of tokenHashes) {
      const ended: LiveSession = { tokenHash, accountId: null };
      this.publish(liveSubjects.sessions, ended);
    }
  }
}
