import { type CallContext, type identityRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { executeAfterLookUp, inTransaction } from '@hearsay/event-store';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountDependencies } from '../accounts/account-dependencies.js';
import { passwordChangeId, replacePassword } from '../sessions/credentials.js';
import { refuseAfterDeadline, refuseWeakPassword } from '../sessions/passwords.js';
import { hashToken, newToken } from '../sessions/sessions.js';
import { allowReset, recordPasswordReset } from './sign-in.decider.js';
import type { SignIn } from './sign-in.js';

const resetLifetimeMs = 60 * 60_000;

const wrongPassword = 'Your current password is not right';
const usedLink = 'This link has been used, or is too old';

interface PasswordChangeDependencies extends AccountDependencies {
  readonly signIn: SignIn;
}

/** Passwords are rows and never events. */
export class PasswordChanges {
  constructor(private readonly dependencies: PasswordChangeDependencies) {}

  /**
   * Each call checks one password, so that no call allows two guesses. A repeat under the same key checks the new
   * password, any other call the current password. @throws Refusal `forbidden` for a wrong password
   */
  async changePassword(
    input: RpcParsed<typeof identityRpc.changePassword>,
    context: CallContext,
  ): Promise<string | null> {
    const { credentials, passwords, sessions, pool, announceEndedSessions } = this.dependencies;
    const accountId = actorOf(context);
    const deadline = Date.parse(context.deadline);
    const changedBy = context.idempotencyKey === undefined ? null : passwordChangeId(accountId, context.idempotencyKey);
    const credential = await credentials.findByAccount(accountId);
    const known = credential?.passwordHash ?? null;
    const isRepeat = changedBy !== null && credential?.changedBy === changedBy;
    const isRight = await passwords.verify(known, isRepeat ? input.newPassword : input.currentPassword, deadline);
    if (known === null || !isRight) throw new Refusal('forbidden', wrongPassword);
    if (isRepeat) return null;
    refuseWeakPassword(input.newPassword, credential?.usernameFolded ?? '', 'newPassword');
    const next = await passwords.hash(input.newPassword, deadline);
    refuseAfterDeadline(deadline);
    const changed = await inTransaction(pool, async (tx) => {
      if (!(await replacePassword(tx, { accountId, known, next, changedBy }))) return null;
      await tx.query('delete from password_resets where account_id = $1', [accountId]);
      const ended = await sessions.endAllExcept(accountId, input.tokenHash, tx);
      return { ended, token: await sessions.rotateToken(accountId, input.tokenHash, tx) };
    });
    // A concurrent change has committed first. It may be an earlier attempt of this call, so this call begins again.
    if (changed === null) return this.changePassword(input, context);
    announceEndedSessions(changed.ended);
    return changed.token;
  }

  /** Makes a reset link and returns its token. @throws Refusal `not_found` for an unknown name */
  async allowReset(name: string, context: CallContext): Promise<RpcOutput<typeof identityRpc.allowReset>> {
    const { credentials, pipeline } = this.dependencies;
    const credential = await credentials.findByName(name);
    if (!credential) throw new Refusal('not_found', 'Nobody has this username');
    const token = newToken();
    const { accountId } = credential;
    const expiresAt = new Date(this.dependencies.now() + resetLifetimeMs).toISOString();
    // Leaves out the call's idempotency key. A repeat must make a new link, because the first token is not stored.
    const { idempotencyKey: _, ...once } = context;
    await pipeline.execute(allowReset, { accountId, tokenHash: hashToken(token), expiresAt }, commandContext(once));
    return { token, expiresAt };
  }

  /**
   * Sets the password and signs in. A repeat with the same key and password signs in again. That is safe, because this
   * password would sign in anyway. @throws Refusal `not_found`, with the same text for a bad link and for a repeat with
   * another password
   */
  async resetPassword(
    input: RpcParsed<typeof identityRpc.resetPassword>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.resetPassword>> {
    const { credentials, passwords, pipeline, sessions, signIn, pool, announceEndedSessions } = this.dependencies;
    const deadline = Date.parse(context.deadline);
    const tokenHash = hashToken(input.token);
    // Checks the token before the password is hashed, so that an invented token costs no hash.
    const lookUp = async () => {
      const found = await pool.query<{ accountId: string; username: string }>(
        `select r.account_id as "accountId", c.username_folded as username
         from password_resets r join credentials c on c.account_id = r.account_id where r.token_hash = $1 and r.expires_at > $2`,
        [tokenHash, new Date(this.dependencies.now())],
      );
      const [row] = found.rows;
      if (!row) throw new Refusal('not_found', usedLink);
      refuseWeakPassword(input.newPassword, row.username, 'newPassword');
      return { accountId: row.accountId };
    };
    // Records the call first, so that a repeat can finish it. The payload leaves out the password.
    const asSent = commandContext({ ...context, accountId: null }, { tokenHash });
    const { accountId } = await executeAfterLookUp(pipeline, recordPasswordReset, lookUp, asSent);
    const next = await passwords.hash(input.newPassword, deadline);
    refuseAfterDeadline(deadline);
    const ended = await inTransaction(pool, async (tx) => {
      // Locks the credential first, as a password change and an erasure do. Another order could cause a deadlock.
      await tx.query('select 1 from credentials where account_id = $1 for update', [accountId]);
      const used = await tx.query('delete from password_resets where token_hash = $1 and expires_at > $2', [
        tokenHash,
        new Date(this.dependencies.now()),
      ]);
      if (used.rowCount === 0) return null;
      await tx.query('update credentials set password_hash = $2 where account_id = $1', [accountId, next]);
      return sessions.endAllExcept(accountId, null, tx);
    });
    let passwordHash = next;
    if (ended === null) {
      const known = (await credentials.findByAccount(accountId))?.passwordHash ?? null;
      const isRepeat =
        context.idempotencyKey !== undefined && (await passwords.verify(known, input.newPassword, deadline));
      if (known === null || !isRepeat) throw new Refusal('not_found', usedLink);
      passwordHash = known;
    } else announceEndedSessions(ended);
    const signedIn = await signIn.openSession({ accountId, passwordHash }, input.device, context);
    if (!signedIn) throw new Refusal('not_found', usedLink);
    return signedIn;
  }
}
