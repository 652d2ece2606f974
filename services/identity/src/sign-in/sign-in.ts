import {
  type CallContext,
  foldUsername,
  type identityRpc,
  Refusal,
  type RpcOutput,
  type RpcParsed,
  steadyNow,
} from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { registerAccount } from '../accounts/account.decider.js';
import type { AccountRemovals } from '../accounts/account-removals.js';
import type { PeopleQueries } from '../accounts/people.queries.js';
import type { ReservedUsernames } from '../accounts/usernames.js';
import type { CredentialRow, Credentials } from '../sessions/credentials.js';
import { type Passwords, refuseWeakPassword } from '../sessions/passwords.js';
import type { Sessions } from '../sessions/sessions.js';

type SignedIn = RpcOutput<typeof identityRpc.login>;

const wrongCredentials = 'Please check your credentials';

interface Parts {
  readonly pipeline: CommandPipeline;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly people: PeopleQueries;
  readonly reserved: ReservedUsernames;
  readonly removals: AccountRemovals;
}

/** The two ways to get a session: a new account, or the password of one that is there. */
export class SignIn {
  constructor(private readonly parts: Parts) {}

  /**
   * A new account, signed in. Null: this idempotency key has made it before. A password is never checked here: whoever repeats signs in by
   * `login`, where wrong ones are counted.
   * @throws Refusal `invalid_input` for a reserved name, `conflict` for a taken one.
   */
  async register(input: RpcParsed<typeof identityRpc.register>, context: CallContext): Promise<SignedIn | null> {
    const { credentials, passwords, pipeline, reserved } = this.parts;
    const { username, password, isCreator, device } = input;
    if (reserved.has(username)) {
      throw new Refusal('invalid_input', 'This username is reserved', {
        fields: { username: 'This username is reserved' },
      });
    }
    refuseWeakPassword(password, username, 'password');
    const deadline = Date.parse(context.deadline);
    const isTaken = (await credentials.byName(username)) !== null;
    const passwordHash = isTaken ? null : await passwords.hash(password, deadline);
    const account = { accountId: idForCall(context), usernameTextId: uuidv7() };
    // The password is no part of what a repeat is compared by: nothing derived from it is stored with the key.
    const payload = { username: foldUsername(username), isCreator };
    const stored = await pipeline.execute(
      registerAccount,
      { ...account, username, passwordHash, isCreator },
      commandContext({ ...context, accountId: null }, payload),
    );
    if (stored.usernameTextId !== account.usernameTextId || passwordHash === null) return null;
    return this.admit({ accountId: stored.accountId, passwordHash }, device, context);
  }

  /** @throws Refusal `unauthenticated`, with the same text and after the same work whether or not the name exists. */
  async login(input: RpcParsed<typeof identityRpc.login>, context: CallContext): Promise<SignedIn> {
    const deadline = Date.parse(context.deadline);
    const credential = await this.parts.credentials.byName(input.username);
    const isRight = await this.parts.passwords.verify(credential?.passwordHash ?? null, input.password, deadline);
    if (!credential || !isRight) throw new Refusal('unauthenticated', wrongCredentials);
    const signedIn = await this.admit(credential, input.device, context);
    if (!signedIn) throw new Refusal('unauthenticated', wrongCredentials);
    return signedIn;
  }

  /**
   * Opens a session for somebody who has given this password; a deleted account comes back. Null: it is too late for that, or the password is another by now.
   * @throws Refusal `unavailable` at the deadline
   */
  async admit(
    { accountId, passwordHash }: Pick<CredentialRow, 'accountId' | 'passwordHash'>,
    device: string | null,
    context: CallContext,
  ): Promise<SignedIn | null> {
    const { removals, sessions, people, credentials } = this.parts;
    for (;;) {
      if (steadyNow() >= Date.parse(context.deadline)) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
      if (!(await removals.undo(accountId, context))) return null;
      const { token, row } = sessions.issue(accountId, device);
      const isOpen = await sessions.open(row, passwordHash);
      const [person] = isOpen ? await people.byIds([accountId]) : [];
      if (person) return { person, token, expiresAt: row.expiresAt };
      if (!isOpen && (await credentials.byAccount(accountId))?.passwordHash !== passwordHash) return null;
      // The account was deleted meanwhile. That ends what was opened before, and this sign-in comes behind it.
    }
  }
}
