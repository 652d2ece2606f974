import { type identityRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import type { CommandContext, CommandPipeline } from '@hearsay/event-store';
import type { Credentials } from '../sessions/credentials.js';
import { setRole } from './account.decider.js';

export class Roles {
  readonly #pipeline: CommandPipeline;
  readonly #credentials: Credentials;

  constructor(options: { pipeline: CommandPipeline; credentials: Credentials }) {
    this.#pipeline = options.pipeline;
    this.#credentials = options.credentials;
  }

  /** @throws Refusal `not_found` for an unknown name */
  async set(
    input: RpcParsed<typeof identityRpc.setRole>,
    context: CommandContext,
  ): Promise<RpcOutput<typeof identityRpc.setRole>> {
    const account = await this.#credentials.byName(input.username);
    if (!account) throw new Refusal('not_found', 'Nobody has this username');
    const { accountId } = account;
    const { hasChanged } = await this.#pipeline.execute(
      setRole,
      { accountId, role: input.role, isGranted: input.isGranted },
      context,
    );
    return { accountId, hasChanged };
  }
}
