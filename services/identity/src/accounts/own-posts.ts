import { randomUUID } from 'node:crypto';
import { type AnonymousPosts, type CallContext, contentRpc, deadlineIn, Refusal } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { RemovalAttempt } from './removal-attempts.js';

const showTimeoutMs = 10_000;

export class OwnPosts {
  constructor(private readonly rpc: Pick<RpcClient, 'call'>) {}

  /** Resolves when no read shows a named post of the account. @throws Refusal `unavailable` */
  async hide(
    hiding: RemovalAttempt & { readonly anonymousPosts: AnonymousPosts },
    { correlationId, deadline }: CallContext,
  ): Promise<void> {
    await this.rpc.call(
      contentRpc.hideContentOf,
      { ...hiding, cause: 'account' },
      { correlationId, deadline, accountId: null },
    );
  }

  /** An unknown removal needs no return. @throws Refusal `unavailable` */
  async show(removalId: string): Promise<void> {
    const context = { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(showTimeoutMs) };
    try {
      await this.rpc.call(contentRpc.showContentOf, { removalId }, context);
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }
}
