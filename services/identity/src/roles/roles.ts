import { randomUUID } from 'node:crypto';
import { identityRpc, Refusal, type Role, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import type { CommandContext, CommandPipeline } from '@hearsay/event-store';
import type { Logger } from '@hearsay/service-runtime';
import { setRole } from '../accounts/account.decider.js';
import { foldUsername } from '../accounts/usernames.js';
import type { Credentials } from '../sessions/credentials.js';

const bootstrapTimeoutMs = 10_000;
const bootstrapAgainMs = 1000;

interface RolesOptions {
  readonly pipeline: CommandPipeline;
  readonly credentials: Credentials;
  readonly bootstrap: Readonly<Record<Role, readonly string[]>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Roles and the bootstrap lists (folded names) that give them. */
export class Roles {
  readonly #pipeline: CommandPipeline;
  readonly #credentials: Credentials;
  readonly #bootstrap: Readonly<Record<Role, readonly string[]>>;
  readonly #log: Pick<Logger, 'warn'>;
  #nextAttempt: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(options: RolesOptions) {
    this.#pipeline = options.pipeline;
    this.#credentials = options.credentials;
    this.#bootstrap = options.bootstrap;
    this.#log = options.log;
  }

  /** @throws Refusal `not_found` when nobody has the name. */
  async set(input: RpcParsed<typeof identityRpc.setRole>, context: CommandContext): Promise<RpcOutput<typeof identityRpc.setRole>> {
    const account = await this.#credentials.byName(input.username);
    if (!account) throw new Refusal('not_found', 'Nobody has this username');
    const { accountId } = account;
    const { hasChanged } = await this.#pipeline.execute(setRole, { accountId, role: input.role, isGranted: input.isGranted }, context);
    return { accountId, hasChanged };
  }

  /** Roles a new account of this name starts with. */
  bootstrapRolesOf(username: string): Role[] {
    const folded = foldUsername(username);
    return identityRpc.Role.options.filter((role) => this.#bootstrap[role].includes(folded));
  }

  /**
   * Grants the listed roles to the names that are already there; a repeat changes nothing. While the database is away it goes
   * on in the background: a service waits for its servers, it does not end.
   */
  async grantBootstrapRoles(): Promise<void> {
    try {
      for (const role of identityRpc.Role.options) {
        for (const username of this.#bootstrap[role]) await this.#grantIfThere(username, role);
      }
    } catch (error) {
      if (this.#isStopped) return;
      this.#log.warn({ err: error }, 'The bootstrap lists could not be applied yet');
      this.#nextAttempt = setTimeout(() => void this.grantBootstrapRoles(), bootstrapAgainMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#nextAttempt);
  }

  async #grantIfThere(username: string, role: Role): Promise<void> {
    if (!(await this.#credentials.byName(username))) return;
    const context = { accountId: null, correlationId: randomUUID(), deadline: Date.now() + bootstrapTimeoutMs };
    await this.set({ username, role, isGranted: true }, context);
  }
}
