import { randomUUID } from 'node:crypto';
import { Role, steadyNow } from '@hearsay/contracts';
import type { AccountParts } from '../accounts/account-parts.js';
import { setRoleByName } from '../accounts/roles.js';

const grantTimeoutMs = 10_000;
const retryAfterMs = 1000;

interface Parts extends AccountParts {
  readonly lists: Readonly<Record<Role, readonly string[]>>;
}

/**
 * The first start with an entry grants its role to the account of that name. Without an account, the entry waits for an
 * operator, so that a stranger cannot register the name to get the role.
 */
export class BootstrapRoles {
  #nextAttempt: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(private readonly parts: Parts) {}

  /** Retries in the background while the database is unavailable, so that the service can start. */
  async apply(): Promise<void> {
    try {
      for (const role of Role.options) {
        for (const username of this.parts.lists[role]) await this.#applyOne(role, username);
      }
    } catch (error) {
      if (this.#isStopped) return;
      this.parts.log.warn({ err: error }, 'The bootstrap lists could not be applied yet');
      this.#nextAttempt = setTimeout(() => void this.apply(), retryAfterMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#nextAttempt);
  }

  async #applyOne(role: Role, username: string): Promise<void> {
    const { pipeline, credentials, log, people } = this.parts;
    const known = await this.#stateOf(role, username);
    if (known === 'granted') return;
    const account = await credentials.byName(username);
    if (known === undefined && account) {
      const context = { accountId: null, correlationId: randomUUID(), deadline: steadyNow() + grantTimeoutMs };
      await setRoleByName(pipeline, credentials, { username, role, isGranted: true }, context);
      await this.#remember(role, username, 'granted');
      return;
    }
    if (known === undefined) await this.#remember(role, username, 'waiting');
    const [person] = account ? await people.byIds([account.accountId]) : [];
    if (role === 'ambassador' ? person?.isAmbassador : person?.isSpotlight) return;
    const command = `npm run roles -- grant ${role} ${username}`;
    log.warn(
      { role, username },
      account
        ? `A name on the bootstrap list has been registered since; if it is the right person, confirm: ${command}`
        : `Nobody has this name of the bootstrap list; its role waits. Once it is registered, grant it: ${command}`,
    );
  }

  async #stateOf(role: Role, username: string): Promise<'granted' | 'waiting' | undefined> {
    const found = await this.parts.pool.query<{ state: 'granted' | 'waiting' }>(
      'select state from bootstrap_roles where role = $1 and username_folded = $2',
      [role, username],
    );
    return found.rows[0]?.state;
  }

  async #remember(role: Role, username: string, state: 'granted' | 'waiting'): Promise<void> {
    await this.parts.pool.query(
      'insert into bootstrap_roles (role, username_folded, state) values ($1, $2, $3) on conflict do nothing',
      [role, username, state],
    );
  }
}
