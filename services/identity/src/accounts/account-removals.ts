import { randomUUID } from 'node:crypto';
import {
  type AnonymousPostsChoice,
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
import { eraseAccount, hideAccount, showAccount, undoWithinMs } from './account.decider.js';
import type { AccountDependencies } from './account-dependencies.js';
import type { RemovalAttempt } from './removal-attempts.js';

const eraseBatchSize = 50;
const callTimeoutMs = 10_000;

const sweepContext = () => ({ correlationId: randomUUID(), accountId: null, deadline: deadlineIn(callTimeoutMs) });

interface AccountRemovalDependencies extends AccountDependencies {
  readonly rpc: Pick<RpcClient, 'call'>;
}

/**
 * Deletes, restores and erases accounts. The hidden rows of `accounts` are the queue of accounts to erase. If several
 * processes erase one account, only the first command changes it.
 */
export class AccountRemovals {
  constructor(private readonly dependencies: AccountRemovalDependencies) {}

  /**
   * Hides first the posts, then the account. If this call dies in between, a repeated call continues, or else
   * `undoAbandonedAttempts` restores the posts. @throws Refusal `forbidden` for a wrong password, `unavailable` if
   * content is unavailable
   */
  async deleteAccount(
    { password, anonymousPosts }: RpcParsed<typeof identityRpc.deleteAccount>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.deleteAccount>> {
    const { credentials, passwords, pipeline, sessions, announceEndedSessions } = this.dependencies;
    const accountId = actorOf(context);
    const known = await credentials.findByAccount(accountId);
    if (!(await passwords.verify(known?.passwordHash ?? null, password, Date.parse(context.deadline))))
      throw new Refusal('forbidden', 'This is not your password');
    const removalId =
      (await this.dependencies.people.removalIdOf(accountId)) ??
      (await this.#hidePosts(accountId, anonymousPosts, context));
    // The payload omits the password, so that nothing derived from it is stored with the key.
    const hidden = await pipeline.execute(hideAccount, { accountId, removalId }, commandContext(context, {}));
    // If this is a repeated call, the person may have signed in again since. Then `endIfHidden` keeps the new sessions.
    announceEndedSessions(await sessions.endIfHidden(accountId));
    return hidden;
  }

  async #hidePosts(
    accountId: string,
    anonymousPosts: AnonymousPostsChoice,
    { correlationId, deadline }: CallContext,
  ): Promise<string> {
    const { attempts, rpc } = this.dependencies;
    const attempt = await attempts.begin(accountId);
    const hiding = { ...attempt, cause: 'account', anonymousPosts } as const;
    await rpc.call(contentRpc.hideContentOf, hiding, { correlationId, deadline, accountId: null });
    return attempt.removalId;
  }

  async #showPosts(removalId: string): Promise<void> {
    try {
      await this.dependencies.rpc.call(contentRpc.showContentOf, { removalId }, sweepContext());
    } catch (error) {
      // Content does not know the removal id, so it has not hidden any posts.
      if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
    }
  }

  /** Restores the posts of deletions that died before they hid the account. */
  async undoAbandonedAttempts(): Promise<void> {
    const { attempts, people } = this.dependencies;
    for (const attempt of await attempts.markAbandoned()) {
      if ((await people.removalIdOf(attempt.accountId)) !== attempt.removalId) await this.#showPosts(attempt.removalId);
      await attempts.delete(attempt);
    }
  }

  /** Restores a hidden account at a sign-in. Returns false 72 hours after the deletion, and for an unknown account. */
  async restoreIfHidden(accountId: string, context: CallContext): Promise<boolean> {
    const { pipeline, pool, sessions } = this.dependencies;
    const found = await pool.query<{ hiddenAt: string | null }>({
      name: 'hidden-account',
      text: 'select hidden_at as "hiddenAt" from accounts where account_id = $1 and not is_erased',
      values: [accountId],
    });
    const [account] = found.rows;
    if (!account?.hiddenAt) return account !== undefined;
    if (this.dependencies.now() >= Date.parse(account.hiddenAt) + undoWithinMs) return false;
    // Ends sessions that a killed deletion has left. If a concurrent sign-in has restored the account, keeps them all.
    await sessions.endIfHidden(accountId);
    const { idempotencyKey: _, ...withoutKey } = commandContext({ ...context, accountId });
    return (await pipeline.execute(showAccount, { accountId }, withoutKey)).isThere;
  }

  /** Erases a batch of accounts that have been hidden for 72 hours. Returns how many this call has erased. */
  async eraseDueAccounts(): Promise<number> {
    const { pool, pipeline } = this.dependencies;
    const due = await pool.query<RemovalAttempt>(
      `select account_id as "accountId", removal_id as "removalId" from accounts
       where hidden_at <= $1 and hidden_at is not null and not is_erased order by hidden_at limit $2`,
      [new Date(this.dependencies.now() - undoWithinMs), eraseBatchSize],
    );
    const results = await Promise.allSettled(
      due.rows.map(async ({ accountId, removalId }) => {
        // Removes the picture first, because its address is erased with the texts.
        await this.#removePictureOf(accountId);
        return pipeline.execute(eraseAccount, { accountId, removalId }, commandContext(sweepContext()));
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    return results.filter((result) => result.status === 'fulfilled' && result.value.isErased).length;
  }

  async #removePictureOf(accountId: string): Promise<void> {
    const { rows } = await this.dependencies.pool.query<{ address: string }>(
      'select t.words as address from accounts a join texts t on t.id = a.profile_image_text_id where a.account_id = $1',
      [accountId],
    );
    const key = rows[0] ? pictureKeyIn(rows[0].address) : null;
    if (key !== null) await this.dependencies.rpc.call(contentRpc.removePicture, { key }, sweepContext());
  }

  async sweep(): Promise<boolean> {
    const erased = await this.eraseDueAccounts();
    await this.undoAbandonedAttempts();
    return erased === eraseBatchSize;
  }
}
