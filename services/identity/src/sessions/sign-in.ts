import { type CallContext, identityRpc, Refusal, type Role, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { registerAccount, usernameTaken } from '../accounts/account.decider.js';
import type { PeopleQueries } from '../accounts/people.queries.js';
import type { ReservedUsernames } from '../accounts/usernames.js';
import type { CredentialRow, Credentials } from './credentials.js';
import type { Passwords } from './passwords.js';
import type { SessionRow, Sessions } from './sessions.js';

type SignedIn = RpcOutput<typeof identityRpc.login>;

export const wrongCredentials = 'Please check your credentials';

interface Parts {
  readonly pipeline: CommandPipeline;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly people: PeopleQueries;
  readonly reserved: ReservedUsernames;
  /** Roles that the bootstrap lists give to a name. */
  readonly bootstrapRolesOf: (username: string) => readonly Role[];
}

/** The two ways to get a session: a new account, or the password of one that is there. */
export class SignIn {
  constructor(private readonly parts: Parts) {}

  /**
   * A new account, signed in. A repeat with the right password signs in to the account that the first one made.
   * @throws Refusal `invalid_input` for a reserved name, `conflict` for a taken one.
   */
  async register(input: RpcParsed<typeof identityRpc.register>, context: CallContext): Promise<SignedIn> {
    const { credentials, passwords, reserved } = this.parts;
    const { username, password } = input;
    if (reserved.has(username)) {
      throw new Refusal('invalid_input', 'This username is reserved', { fields: { username: 'This username is reserved' } });
    }
    const deadline = Date.parse(context.deadline);
    const existing = await credentials.byName(username);
    if (existing) return this.#repeat(existing, password, deadline);
    const passwordHash = await passwords.hash(password, deadline);
    try {
      return await this.#create(input, passwordHash, context);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      // Somebody was faster: another person, or the same one whose first attempt got lost on its way back.
      const winner = await credentials.byName(username);
      if (!winner) throw error;
      return this.#repeat(winner, password, deadline);
    }
  }

  /** @throws Refusal `unauthenticated`, with the same text and after the same work whether or not the name exists. */
  async login(input: { username: string; password: string }, context: CallContext): Promise<SignedIn> {
    const deadline = Date.parse(context.deadline);
    const credential = await this.parts.credentials.byName(input.username);
    const isRight = await this.parts.passwords.verify(credential?.passwordHash ?? null, input.password, deadline);
    if (!credential || !isRight) throw new Refusal('unauthenticated', wrongCredentials);
    return this.#openSession(credential.accountId, deadline);
  }

  async #create(input: RpcParsed<typeof identityRpc.register>, passwordHash: string, context: CallContext): Promise<SignedIn> {
    const accountId = idForCall(context);
    const { token, row } = this.parts.sessions.issue(accountId);
    // Without the caller's key: a stored result would let a repeat in without its password.
    const { idempotencyKey: _, ...commandWithoutKey } = commandContext(context);
    await this.parts.pipeline.execute(
      registerAccount,
      {
        accountId,
        usernameTextId: uuidv7(),
        username: input.username,
        passwordHash,
        isCreator: input.isCreator,
        roles: this.parts.bootstrapRolesOf(input.username),
        session: row,
      },
      { ...commandWithoutKey, accountId },
    );
    return this.#signedIn(token, row);
  }

  async #repeat(credential: CredentialRow, password: string, deadline: number): Promise<SignedIn> {
    if (!(await this.parts.passwords.verify(credential.passwordHash, password, deadline))) throw new Refusal('conflict', usernameTaken);
    return this.#openSession(credential.accountId, deadline);
  }

  async #openSession(accountId: string, deadline: number): Promise<SignedIn> {
    if (Date.now() >= deadline) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    const { token, row } = this.parts.sessions.issue(accountId);
    await this.parts.sessions.open(row);
    return this.#signedIn(token, row);
  }

  async #signedIn(token: string, { accountId, expiresAt }: SessionRow): Promise<SignedIn> {
    const [person] = await this.parts.people.byIds([accountId]);
    if (!person) throw new Error('A session was opened for an account that is not there');
    return { person, token, expiresAt };
  }
}
