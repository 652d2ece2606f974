import { type CallContext, type identityRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { executeAfterLookUp, inTransaction } from '@hearsay/event-store';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { AccountParts } from '../accounts/account-parts.js';
import { changeMark, replacePassword } from '../sessions/credentials.js';
import { refuseLate, refuseWeakPassword } from '../sessions/passwords.js';
import { hashToken, newToken } from '../sessions/sessions.js';
import { allowReset, resetPassword } from './sign-in.decider.js';
import type { SignIn } from './sign-in.js';

const resetLifetimeMs = 60 * 60_000;

const wrongPassword = 'Your current password is not right';
const usedLink = 'This link has been used, or is too old';

interface Parts extends AccountParts {
  readonly signIn: SignIn;
}

/** Passwords are rows and never events. */
export class PasswordChanges {
  constructor(private readonly parts: Parts) {}

  /**
   * Each call checks one password, so that no call makes two guesses. A repeat under the same key checks the new
   * password, any other call the current password. @throws Refusal `forbidden` for a wrong password
   */
  async change(input: RpcParsed<typeof identityRpc.changePassword>, context: CallContext): Promise<string | null> {
    const { credentials, passwords, sessions, pool, announceEnds } = this.parts;
    const accountId = actorOf(context);
    const deadline = Date.parse(context.deadline);
    const changedBy = context.idempotencyKey === undefined ? null : changeMark(accountId, context.idempotencyKey);
    const credential = await credentials.byAccount(accountId);
    const known = credential?.passwordHash ?? null;
    const isRepeat = changedBy !== null && credential?.changedBy === changedBy;
    const isRight = await passwords.verify(known, isRepeat ? input.newPassword : input.currentPassword, deadline);
    if (known === null || !isRight) throw new Refusal('forbidden', wrongPassword);
    if (isRepeat) return null;
    refuseWeakPassword(input.newPassword, credential?.usernameFolded ?? '', 'newPassword');
    const next = await passwords.hash(input.newPassword, deadline);
    refuseLate(deadline);
    const changed = await inTransaction(pool, async (tx) => {
      if (!(await replacePassword(tx, { accountId, known, next, changedBy }))) return null;
      await tx.query('delete from password_resets where account_id = $1', [accountId]);
      const ended = await sessions.endAll(accountId, input.tokenHash, tx);
      return { ended, token: await sessions.rotate(accountId, input.tokenHash, tx) };
    });
    // A concurrent change won, perhaps an earlier attempt of this call.
    if (changed === null) return this.change(input, context);
    announceEnds(changed.ended);
    return changed.token;
  }

  /** Returns the token for a link. @throws Refusal `not_found` for an unknown name */
  async allowReset(name: string, context: CallContext): Promise<RpcOutput<typeof identityRpc.allowReset>> {
    const { credentials, pipeline } = this.parts;
    const credential = await credentials.byName(name);
    if (!credential) throw new Refusal('not_found', 'Nobody has this username');
    const token = newToken();
    const { accountId } = credential;
    const expiresAt = new Date(this.parts.now() + resetLifetimeMs).toISOString();
    // Leaves the call's key out. A repeat has to make a new link, because the first token is not stored.
    const { idempotencyKey: _, ...once } = context;
    await pipeline.execute(allowReset, { accountId, tokenHash: hashToken(token), expiresAt }, commandContext(once));
    return { token, expiresAt };
  }

  /**
   * A repeat with the same key and password signs in again: the password alone would suffice for that. @throws Refusal
   * `not_found` with the same text for a bad link and for a repeat with another password
   */
  async reset(
    input: RpcParsed<typeof identityRpc.resetPassword>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.resetPassword>> {
    const { credentials, passwords, pipeline, sessions, signIn, pool, announceEnds } = this.parts;
    const deadline = Date.parse(context.deadline);
    const tokenHash = hashToken(input.token);
    // Checks the token before hashing, so that an invented token costs no hash.
    const lookUp = async () => {
      const found = await pool.query<{ accountId: string; username: string }>(
        `select r.account_id as "accountId", c.username_folded as username
         from password_resets r join credentials c on c.account_id = r.account_id where r.token_hash = $1 and r.expires_at > $2`,
        [tokenHash, new Date(this.parts.now())],
      );
      const [row] = found.rows;
      if (!row) throw new Refusal('not_found', usedLink);
      refuseWeakPassword(input.newPassword, row.username, 'newPassword');
      return { accountId: row.accountId };
    };
    // Records the call first, so that a repeat can finish it. The payload leaves the password out.
    const asSent = commandContext({ ...context, accountId: null }, { tokenHash });
    const { accountId } = await executeAfterLookUp(pipeline, resetPassword, lookUp, asSent);
    const next = await passwords.hash(input.newPassword, deadline);
    refuseLate(deadline);
    const ended = await inTransaction(pool, async (tx) => {
      // Locks the credential first, like a change of password and an erasure. The reverse order would deadlock.
      await tx.query('select 1 from credentials where account_id = $1 for update', [accountId]);
      const used = await tx.query('delete from password_resets where token_hash = $1 and expires_at > $2', [
        tokenHash,
        new Date(this.parts.now()),
      ]);
      if (used.rowCount === 0) return null;
      await tx.query('update credentials set password_hash = $2 where account_id = $1', [accountId, next]);
      return sessions.endAll(accountId, null, tx);
    });
    let passwordHash = next;
    if (ended === null) {
      const known = (await credentials.byAccount(accountId))?.passwordHash ?? null;
      const isRepeat =
        context.idempotencyKey !== undefined && (await passwords.verify(known, input.newPassword, deadline));
      if (known === null || !isRepeat) throw new Refusal('not_found', usedLink);
      passwordHash = known;
    } else announceEnds(ended);
    const signedIn = await signIn.admit({ accountId, passwordHash }, input.device, context);
    if (!signedIn) throw new Refusal('not_found', usedLink);
    return signedIn;
  }
}
