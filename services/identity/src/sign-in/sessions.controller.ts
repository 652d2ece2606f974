import { type CallContext, identityRpc, Refusal, type RpcParsed } from '@hearsay/contracts';
import { CommandPipeline, executeLookedUp } from '@hearsay/event-store';
import { Handles } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { Controller } from '@nestjs/common';
import { Credentials, generationOf } from '../sessions/credentials.js';
import { SessionEnds, Sessions } from '../sessions/sessions.js';
import { PasswordChanges } from './password-changes.js';
import { endSession } from './sign-in.decider.js';
import { SignIn } from './sign-in.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly pipeline: CommandPipeline,
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly passwordChanges: PasswordChanges,
    private readonly ends: SessionEnds,
    private readonly credentials: Credentials,
  ) {}

  @Handles(identityRpc.register)
  async register(input: RpcParsed<typeof identityRpc.register>, context: CallContext) {
    return { signedIn: await this.signIn.register(input, context) };
  }

  @Handles(identityRpc.login)
  login(input: RpcParsed<typeof identityRpc.login>, context: CallContext) {
    return this.signIn.login(input, context);
  }

  @Handles(identityRpc.logout)
  async logout({ tokenHash }: RpcParsed<typeof identityRpc.logout>) {
    await this.sessions.end(tokenHash);
    // Announced even if the row is gone, since an earlier attempt may have died in between.
    this.ends.announce([tokenHash]);
    return {};
  }

  @Handles(identityRpc.session)
  async session({ tokenHash }: RpcParsed<typeof identityRpc.session>) {
    return { session: await this.sessions.find(tokenHash) };
  }

  @Handles(identityRpc.ownSessions)
  async ownSessions({ tokenHash }: RpcParsed<typeof identityRpc.ownSessions>, context: CallContext) {
    return { sessions: await this.sessions.ofAccount(actorOf(context), tokenHash) };
  }

  @Handles(identityRpc.endSession)
  async endSession({ id }: RpcParsed<typeof identityRpc.endSession>, context: CallContext) {
    const accountId = actorOf(context);
    const lookUp = async () => {
      if (!(await this.sessions.has(accountId, id))) throw new Refusal('not_found', 'You have no such session');
      return { id };
    };
    // Recorded first, so that a repeat finishes an interrupted call.
    await executeLookedUp(this.pipeline, endSession, lookUp, commandContext(context, { id }));
    const tokenHash = await this.sessions.endOne(accountId, id);
    if (tokenHash !== null) this.ends.announce([tokenHash]);
    return { endedTokenHash: tokenHash };
  }

  @Handles(identityRpc.endOtherSessions)
  async endOtherSessions({ tokenHash }: RpcParsed<typeof identityRpc.endOtherSessions>, context: CallContext) {
    this.ends.announce(await this.sessions.endAll(actorOf(context), tokenHash));
    return {};
  }

  @Handles(identityRpc.changePassword)
  async changePassword(input: RpcParsed<typeof identityRpc.changePassword>, context: CallContext) {
    return { token: await this.passwordChanges.change(input, context) };
  }

  @Handles(identityRpc.passwordGeneration)
  async passwordGeneration({ username }: RpcParsed<typeof identityRpc.passwordGeneration>) {
    const credential = await this.credentials.byName(username);
    return { generation: credential && generationOf(credential.passwordHash) };
  }

  @Handles(identityRpc.allowReset)
  allowReset(input: RpcParsed<typeof identityRpc.allowReset>, context: CallContext) {
    return this.passwordChanges.allowReset(input.username, context);
  }

  @Handles(identityRpc.resetPassword)
  resetPassword(input: RpcParsed<typeof identityRpc.resetPassword>, context: CallContext) {
    return this.passwordChanges.reset(input, context);
  }
}
