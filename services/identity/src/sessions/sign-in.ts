import { type CallContext, foldUsername, type identityRpc, Refusal, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { registerAccount } from '../accounts/account.decider.js';
import type { AccountRemovals } from '../accounts/account-removals.js';
import type { PeopleQueries } from '../accounts/people.queries.js';
import type { ReservedUsernames } from '../accounts/usernames.js';
import type { Credentials } from './credentials.js';
import type { Passwords } from './passwords.js';
import type { Sessions } from './sessions.js';

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
      throw new Refusal('invalid_input', 'This username is reserved', { fields: { username: 'This username is reserved' } });
    }
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
    return stored.usernameTextId === account.usernameTextId ? this.open(stored.accountId, device, deadline) : null;
  }

  /** @throws Refusal `unauthenticated`, with the same text and after the same work whether or not the name exists. */
  async login(input: RpcParsed<typeof identityRpc.login>, context: CallContext): Promise<SignedIn> {
    const deadline = Date.parse(context.deadline);
    const credential = await this.parts.credentials.byName(input.username);
    const isRight = await this.parts.passwords.verify(credential?.passwordHash ?? null, input.password, deadline);
    if (!credential || !isRight) throw new Refusal('unauthenticated', wrongCredentials);
    if (!(await this.parts.removals.undo(credential.accountId, context))) throw new Refusal('unauthenticated', wrongCredentials);
    return this.open(credential.accountId, input.device, deadline);
  }

  /** Opens a session for somebody who has shown who they are. */
  async open(accountId: string, device: string | null, deadline: number): Promise<SignedIn> {
    if (Date.now() >= deadline) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    const { token, row } = this.parts.sessions.issue(accountId, device);
    await this.parts.sessions.open(row);
    const [person] = await this.parts.people.byIds([accountId]);
    if (!person) throw new Error('A session was opened for an account that is not there');
    return { person, token, expiresAt: row.expiresAt };
  }
}
