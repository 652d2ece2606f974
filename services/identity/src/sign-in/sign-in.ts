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

export class SignIn {
  constructor(private readonly parts: Parts) {}

  /**
   * Null: this key has registered before. A repeat has to use `login`, which counts wrong passwords. @throws Refusal
   * `invalid_input` for a reserved name, `conflict` for a taken one
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
    // The password is no part of the payload: nothing derived from it is stored with the key.
    const payload = { username: foldUsername(username), isCreator };
    const stored = await pipeline.execute(
      registerAccount,
      { ...account, username, passwordHash, isCreator },
      commandContext({ ...context, accountId: null }, payload),
    );
    if (stored.usernameTextId !== account.usernameTextId || passwordHash === null) return null;
    return this.admit({ accountId: stored.accountId, passwordHash }, device, context);
  }

  /** @throws Refusal `unauthenticated`, with the same text and after the same work for an unknown name */
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
   * Null: too late to restore the account, or the password has changed. @throws Refusal `unavailable` at the deadline
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
      // A concurrent deletion ended the session. This sign-in counts as later, so it tries again.
    }
  }
}
