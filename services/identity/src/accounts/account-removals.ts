import { randomUUID } from 'node:crypto';
import {
  type AnonymousPosts,
  type CallContext,
  contentRpc,
  deadlineIn,
  type identityRpc,
  pictureKeyIn,
  Refusal,
  type RpcOutput,
  type RpcParsed,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { eraseAccount, hideAccount, showAccount, undoMs } from './account.decider.js';
import type { AccountParts } from './account-parts.js';
import type { RemovalAttempt } from './removal-attempts.js';

const erasedAtOnce = 50;
const timeoutMs = 10_000;

const sweepContext = () => ({ correlationId: randomUUID(), accountId: null, deadline: deadlineIn(timeoutMs) });

interface Parts extends AccountParts {
  readonly rpc: Pick<RpcClient, 'call'>;
}

/**
 * Hidden accounts are the queue of erasures. If several processes erase one account, only the first command changes it.
 */
export class AccountRemovals {
  constructor(private readonly parts: Parts) {}

  /**
   * Hides the posts before the account. After a crash, a repeated call continues, or `finishAttempts` restores the
   * posts. @throws Refusal `forbidden` for a wrong password, `unavailable` without content
   */
  async delete(
    { password, anonymousPosts }: RpcParsed<typeof identityRpc.deleteAccount>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.deleteAccount>> {
    const { credentials, passwords, pipeline, sessions, announceEnds } = this.parts;
    const accountId = actorOf(context);
    const known = await credentials.byAccount(accountId);
    if (!(await passwords.verify(known?.passwordHash ?? null, password, Date.parse(context.deadline))))
      throw new Refusal('forbidden', 'This is not your password');
    const removalId =
      (await this.parts.people.removalOf(accountId)) ?? (await this.#hidePosts(accountId, anonymousPosts, context));
    // The payload leaves the password out, so that nothing derived from it is stored with the key.
    const hidden = await pipeline.execute(hideAccount, { accountId, removalId }, commandContext(context, {}));
    // Before a repeated call, the person may have signed in again. `endHidden` then keeps their new sessions.
    announceEnds(await sessions.endHidden(accountId));
    return hidden;
  }

  async #hidePosts(
    accountId: string,
    anonymousPosts: AnonymousPosts,
    { correlationId, deadline }: CallContext,
  ): Promise<string> {
    const { attempts, rpc } = this.parts;
    const attempt = await attempts.begin(accountId);
    const hiding = { ...attempt, cause: 'account', anonymousPosts } as const;
    await rpc.call(contentRpc.hideContentOf, hiding, { correlationId, deadline, accountId: null });
    return attempt.removalId;
  }

  async #showPosts(removalId: string): Promise<void> {
    try {
      await this.parts.rpc.call(contentRpc.showContentOf, { removalId }, sweepContext());
    } catch (error) {
      // Content does not know the removal, so it hid no posts.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }

  async finishAttempts(): Promise<void> {
    const { attempts, people } = this.parts;
    for (const attempt of await attempts.giveUp()) {
      if ((await people.removalOf(attempt.accountId)) !== attempt.removalId) await this.#showPosts(attempt.removalId);
      await attempts.delete(attempt);
    }
  }

  /** Restores a hidden account at a sign-in. Returns false after 72 hours, or without an account. */
  async undo(accountId: string, context: CallContext): Promise<boolean> {
    const { pipeline, pool, sessions } = this.parts;
    const found = await pool.query<{ hiddenAt: Date | null }>({
      name: 'hidden-account',
      text: 'select hidden_at as "hiddenAt" from accounts where account_id = $1 and not is_erased',
      values: [accountId],
    });
    const [account] = found.rows;
    if (!account?.hiddenAt) return account !== undefined;
    if (this.parts.now() >= account.hiddenAt.getTime() + undoMs) return false;
    // Ends sessions that a killed deletion left. If a concurrent sign-in has restored the account, its session stays.
    await sessions.endHidden(accountId);
    const { idempotencyKey: _, ...withoutKey } = commandContext({ ...context, accountId });
    return (await pipeline.execute(showAccount, { accountId }, withoutKey)).isThere;
  }

  async erase(): Promise<number> {
    const { pool, pipeline } = this.parts;
    const due = await pool.query<RemovalAttempt>(
      `select account_id as "accountId", removal_id as "removalId" from accounts
       where hidden_at <= $1 and hidden_at is not null and not is_erased order by hidden_at limit $2`,
      [new Date(this.parts.now() - undoMs), erasedAtOnce],
    );
    const results = await Promise.allSettled(
      due.rows.map(async ({ accountId, removalId }) => {
        // The picture goes first, because its address is erased with the texts.
        await this.#removePictureOf(accountId);
        return pipeline.execute(eraseAccount, { accountId, removalId }, commandContext(sweepContext()));
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return results.filter((result) => result.status === 'fulfilled' && result.value.isErased).length;
  }

  async #removePictureOf(accountId: string): Promise<void> {
    const { rows } = await this.parts.pool.query<{ address: string }>(
      'select t.words as address from accounts a join texts t on t.id = a.profile_image_text_id where a.account_id = $1',
      [accountId],
    );
    const key = rows[0] ? pictureKeyIn(rows[0].address) : null;
    if (key !== null) await this.parts.rpc.call(contentRpc.removePicture, { key }, sweepContext());
  }

  async sweep(): Promise<boolean> {
    const erased = await this.erase();
    await this.finishAttempts();
    return erased === erasedAtOnce;
  }
}
