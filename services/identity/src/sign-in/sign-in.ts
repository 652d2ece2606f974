import {
  type CallContext,
  foldUsername,
  type identityRpc,
  nameTakenRefusal,
  Refusal,
  type RpcOutput,
  type RpcParsed,
} from '@hearsay/contracts';
import { commandContext, idForCall, uuidv7 } from '@hearsay/service-runtime';
import { registerAccount } from '../accounts/account.decider.js';
import type { AccountDependencies } from '../accounts/account-dependencies.js';
import type { AccountRemovals } from '../accounts/account-removals.js';
import { suggestUsername } from '../accounts/suggested-username.js';
import type { ReservedUsernames } from '../accounts/usernames.js';
import type { CredentialRow } from '../sessions/credentials.js';
import { refuseAfterDeadline, refuseWeakPassword } from '../sessions/passwords.js';
import { hashToken } from '../sessions/sessions.js';
import type { FounderLinks } from './founder-links.js';

type SignedIn = RpcOutput<typeof identityRpc.login>;

const wrongCredentials = 'Please check your credentials';

interface SignInDependencies extends AccountDependencies {
  readonly reserved: ReservedUsernames;
  readonly removals: AccountRemovals;
  readonly founderLinks: FounderLinks;
}

export class SignIn {
  constructor(private readonly dependencies: SignInDependencies) {}

  /**
   * `signedIn` is null if a call with this key has registered before. The gateway then calls `login`, and counts wrong
   * passwords.
   * @throws Refusal `invalid_input` for a reserved name, `conflict` with a suggestion for a taken name, `not_found` for
   * a bad founder's token
   */
  async register(
    input: RpcParsed<typeof identityRpc.register>,
    context: CallContext,
  ): Promise<RpcOutput<typeof identityRpc.register>> {
    const { credentials, passwords, pipeline, reserved, pool, founderLinks } = this.dependencies;
    const { username, password, isCreator, device, founderToken } = input;
    if (reserved.isReserved(username)) {
      throw new Refusal('invalid_input', 'This username is reserved', {
        fields: { username: 'This username is reserved' },
      });
    }
    refuseWeakPassword(password, username, 'password');
    const deadline = Date.parse(context.deadline);
    const tokenHash = founderToken === null ? null : hashToken(founderToken);
    const founderLink = tokenHash === null ? null : { tokenHash, isValid: await founderLinks.isValid(tokenHash) };
    const isTaken = (await credentials.findByName(username)) !== null;
    const isHopeless = isTaken || founderLink?.isValid === false;
    const passwordHash = isHopeless ? null : await passwords.hash(password, deadline);
    const account = { accountId: idForCall(context), usernameTextId: uuidv7() };
    // The payload leaves the password out, so that nothing derived from it is stored with the key.
    const payload = { username: foldUsername(username), isCreator, ...(tokenHash !== null && { tokenHash }) };
    const suggestion = () => suggestUsername(pool, reserved, username);
    const stored = await pipeline
      .execute(
        registerAccount,
        { ...account, username, passwordHash, isCreator, founderLink },
        commandContext({ ...context, accountId: null }, payload),
      )
      .catch(async (error: unknown) => {
        const isTakenNow = error instanceof Refusal && error.code === 'conflict';
        throw isTakenNow ? nameTakenRefusal(await suggestion()) : error;
      });
    if (stored.usernameTextId !== account.usernameTextId || passwordHash === null)
      return { signedIn: null, suggestion: await suggestion() };
    const signedIn = await this.openSession({ accountId: stored.accountId, passwordHash }, device, context);
    return { signedIn, suggestion: null };
  }

  /** @throws Refusal `unauthenticated`, with the same text and after the same work for an unknown name */
  async login(input: RpcParsed<typeof identityRpc.login>, context: CallContext): Promise<SignedIn> {
    const deadline = Date.parse(context.deadline);
    const credential = await this.dependencies.credentials.findByName(input.username);
    const isRight = await this.dependencies.passwords.verify(
      credential?.passwordHash ?? null,
      input.password,
      deadline,
    );
    if (!credential || !isRight) throw new Refusal('unauthenticated', wrongCredentials);
    const signedIn = await this.openSession(credential, input.device, context);
    if (!signedIn) throw new Refusal('unauthenticated', wrongCredentials);
    return signedIn;
  }

  /**
   * Opens a session, and restores a deleted account first. Returns null if the account can no longer be restored, or if
   * the password has changed. @throws Refusal `unavailable` after the deadline
   */
  async openSession(
    credential: Pick<CredentialRow, 'accountId' | 'passwordHash'>,
    device: string | null,
    context: CallContext,
  ): Promise<SignedIn | null> {
    const { removals, sessions, people, credentials } = this.dependencies;
    const { accountId, passwordHash } = credential;
    for (;;) {
      refuseAfterDeadline(Date.parse(context.deadline));
      if (!(await removals.restoreIfHidden(accountId, context))) return null;
      const session = await sessions.open(credential, device);
      const [person] = session ? await people.peopleByIds([accountId]) : [];
      if (session && person) return { person, ...session };
      if (!session && (await credentials.findByAccount(accountId))?.passwordHash !== passwordHash) return null;
      // A concurrent deletion has hidden the account. The next iteration restores it.
    }
  }
}
