import { type CallContext, identityRpc, type LiveSession, liveSubjects, type RpcOutput, type RpcParsed } from '@hearsay/contracts';
import { Handles } from '@hearsay/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';

/** Token of the function that publishes core NATS messages. */
export const publishLiveToken = Symbol('publish live');

@Controller()
export class SessionsController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    @Inject(publishLiveToken) private readonly publish: (subject: string, data: object) => void,
  ) {}

  @Handles(identityRpc.register)
  async register(input: RpcParsed<typeof identityRpc.register>, context: CallContext): Promise<RpcOutput<typeof identityRpc.register>> {
    return { signedIn: await this.signIn.register(input, context) };
  }

  @Handles(identityRpc.login)
  login(input: RpcParsed<typeof identityRpc.login>, context: CallContext): Promise<RpcOutput<typeof identityRpc.login>> {
    return this.signIn.login(input, context);
  }

  @Handles(identityRpc.logout)
  async logout({ tokenHash }: RpcParsed<typeof identityRpc.logout>): Promise<RpcOutput<typeof identityRpc.logout>> {
    await this.sessions.end(tokenHash);
    // Also when the row was gone already: an earlier attempt may have ended between the two.
    const ended: LiveSession = { tokenHash, accountId: null };
    this.publish(liveSubjects.sessions, ended);
    return {};
  }

  @Handles(identityRpc.session)
  async session({ tokenHash }: RpcParsed<typeof identityRpc.session>): Promise<RpcOutput<typeof identityRpc.session>> {
    return { session: await this.sessions.find(tokenHash) };
  }
}
