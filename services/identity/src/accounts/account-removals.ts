import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  type identityRpc,
  pictureKeyIn,
  Refusal,
  type RpcOutput,
  type RpcParsed,
  steadyNow,
} from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type pg from 'pg';
import type { Credentials } from '../sessions/credentials.js';
import type { Passwords } from '../sessions/passwords.js';
import type { SessionEnds, Sessions } from '../sessions/sessions.js';
import { eraseAccount, hideAccount, showAccount, undoMs } from './account.decider.js';
import type { OwnPosts } from './own-posts.js';
import type { PeopleQueries } from './people.queries.js';
import type { RemovalAttempts } from './removal-attempts.js';

/** How many of them are erased at a time. */
const erasedAtOnce = 50;
/** How long one erasure may take. */
const erasureTimeoutMs = 10_000;

interface Parts {
  readonly pool: pg.Pool;
  readonly pipeline: CommandPipeline;
  readonly people: Pick<PeopleQueries, 'removalOf'>;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly ends: SessionEnds;
  readonly attempts: RemovalAttempts;
  readonly posts: Pick<OwnPosts, 'hide' | 'show'>;
  /** Takes a picture of ours out of the media store. */
  readonly removePicture: (key: string) => Promise<unknown>;
  readonly now?: () => number;
}

interface Hidden {
  readonly accountId: string;
  readonly removalId: string;
  readonly hiddenAt: Date;
}

/**
 * Accounts that their people delete: hidden at once, back by signing in for 72 hours, then erased. The rows of hidden accounts are what is due: whichever
 * process comes first erases one, and the command of another changes nothing.
 */
export class AccountRemovals {
  readonly #now: () => number;

  constructor(private readonly parts: Parts) {
    this.#now = parts.now ?? Date.now;
  }

  /**
   * Hides the named posts first, then the account. Should this die in between, a repeat goes on with it, and otherwise
   * `finishAttempts` gives the posts back. @throws Refusal `forbidden` for a wrong password, `unavailable` without content
   */
  async delete(
    { password, anonymousPosts }: RpcParsed<typeof identityRpc.deleteAccount>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.deleteAccount>> {
    const { credentials, passwords, pipeline, sessions, ends } = this.parts;
    const accountId = actorOf(context);
    const known = await credentials.byAccount(accountId);
    if (!(await passwords.verify(known?.passwordHash ?? null, password, Date.parse(context.deadline))))
      throw new Refusal('forbidden', 'This is not your password');
    const removalId =
      (await this.parts.people.removalOf(accountId)) ?? (await this.#hidePosts(accountId, anonymousPosts, context));
    // The password is no part of what a repeat is compared by: nothing derived from it is stored with the key.
    const hidden = await pipeline.execute(hideAccount, { accountId, removalId }, commandContext(context, {}));
    // Somebody may have come back meanwhile, or long ago where this is a repeat: what they have opened since stays.
    ends.announce(await sessions.endHidden(accountId));
    return hidden;
  }

  async #hidePosts(
    accountId: string,
    anonymousPosts: RpcParsed<typeof identityRpc.deleteAccount>['anonymousPosts'],
    context: CallContext,
  ): Promise<string> {
    const { attempts, posts } = this.parts;
    const attempt = await attempts.begin(accountId);
    await posts.hide({ ...attempt, anonymousPosts }, context);
    return attempt.removalId;
  }

  /** Gives back the posts of deletions that died before the account was hidden. */
  async finishAttempts(): Promise<void> {
    const { attempts, posts } = this.parts;
    for (const attempt of await attempts.giveUp()) {
      if ((await this.parts.people.removalOf(attempt.accountId)) !== attempt.removalId)
        await posts.show(attempt.removalId);
      await attempts.strike(attempt);
    }
  }

  /** Brings an account back whose person has signed in. False: it is too late, or there is none. */
  async undo(accountId: string, context: CallContext): Promise<boolean> {
    const { pipeline, pool, sessions } = this.parts;
    const found = await pool.query<{ hiddenAt: Date | null }>({
      name: 'hidden-account',
      text: 'select hidden_at as "hiddenAt" from accounts where account_id = $1 and not is_erased',
      values: [accountId],
    });
    const [account] = found.rows;
    if (!account?.hiddenAt) return account !== undefined;
    if (this.#now() >= account.hiddenAt.getTime() + undoMs) return false;
    // What a killed process has left of the deletion, but not what somebody has opened who has brought the account back meanwhile.
    await sessions.endHidden(accountId);
    const { idempotencyKey: _, ...withoutKey } = commandContext({ ...context, accountId });
    return (await pipeline.execute(showAccount, { accountId }, withoutKey)).isThere;
  }

  /** Erases accounts that were hidden 72 hours ago or longer, those of longest first; answers how many. */
  async erase(): Promise<number> {
    const { pool, pipeline } = this.parts;
    const due = await pool.query<Hidden>(
      `select account_id as "accountId", removal_id as "removalId", hidden_at as "hiddenAt" from accounts
       where hidden_at <= $1 and hidden_at is not null and not is_erased order by hidden_at limit $2`,
      [new Date(this.#now() - undoMs), erasedAtOnce],
    );
    const results = await Promise.allSettled(
      due.rows.map(async ({ accountId, removalId }) => {
        // First: its address goes with the words.
        await this.#removePictureOf(accountId);
        return pipeline.execute(
          eraseAccount,
          { accountId, removalId },
          { accountId: null, correlationId: randomUUID(), deadline: steadyNow() + erasureTimeoutMs },
        );
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
    if (key !== null) await this.parts.removePicture(key);
  }

  /** True: there may be more. */
  async sweep(): Promise<boolean> {
    const erased = await this.erase();
    await this.finishAttempts();
    return erased === erasedAtOnce;
  }
}
