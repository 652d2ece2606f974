import { AccountDeletion, DeleteAccountBody, identityRpc, Refusal } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { FastifyReply } from 'fastify';
import { signOutHeaders } from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import { signedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete } from '../http/route.js';
import { People } from '../read/people.js';
import { OwnPassword } from './own-password.js';

@ApiController('api/users', 'Own account')
export class OwnAccountController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly ownPassword: OwnPassword,
  ) {}

  @ApiDelete(':id', {
    summary:
      'Delete the own account; signing in within 72 hours brings it back. Anonymous posts stay, and after 72 hours the record that links them is destroyed; with `remove` each goes at a random time between hour 72 and day 30',
    body: DeleteAccountBody,
    answer: AccountDeletion,
    answerHeaders: ['Set-Cookie'],
    limit: 'account-changes',
  })
  async delete(request: WithBody<typeof DeleteAccountBody>, reply: FastifyReply): Promise<AccountDeletion> {
    const { call } = request;
    const { accountId } = signedIn(call);
    if (request.params.id !== accountId) throw new Refusal('forbidden', 'You may delete only your own account');
    const { password, anonymousPosts } = call.body;
    const { undoUntil } = await this.ownPassword.checked(request, () =>
      this.rpc.call(identityRpc.deleteAccount, { password, anonymousPosts }, call.context),
    );
    this.sessions.evict({ tokenHash: null, accountId });
    this.people.forget(accountId);
    void reply.headers(signOutHeaders(call.isOverTls));
    return { success: true, undoUntil };
  }
}
