import { ChangePasswordBody, identityRpc, OwnSession, Success } from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sessionCookies, signOutHeaders } from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import { type ApiRequest, signedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch } from '../http/route.js';
import { OwnPassword } from './own-password.js';

/** One's own password and sessions. */
@ApiController('api/auth', 'Own account')
export class OwnSessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly ownPassword: OwnPassword,
  ) {}

  @ApiPatch('password', {
    summary: 'Change the password; the other sessions end, and this one gets a new token',
    body: ChangePasswordBody,
    answer: Success,
    answerHeaders: ['Set-Cookie'],
    limit: 'account-changes',
  })
  async changePassword(request: WithBody<typeof ChangePasswordBody>, reply: FastifyReply) {
    const { call } = request;
    const { currentPassword, newPassword } = call.body;
    const { tokenHash } = signedIn(call);
    const { token } = await this.ownPassword.checked(request, () =>
      this.rpc.call(identityRpc.changePassword, { currentPassword, newPassword, tokenHash }, call.context),
    );
    if (token !== null) {
      this.sessions.evict({ tokenHash, accountId: null });
      void reply.header('set-cookie', sessionCookies(token, call.isOverTls));
    }
    void reply.header('set-cookie', await this.ownPassword.remembered(request));
    return { success: true };
  }

  @ApiGet('sessions', { summary: "One's own sessions", answer: z.array(OwnSession), needsSession: true })
  async list({ call }: ApiRequest): Promise<OwnSession[]> {
    const { tokenHash } = signedIn(call);
    const { sessions } = await this.rpc.call(identityRpc.ownSessions, { tokenHash }, call.context);
    return sessions.map((session) => ({
      id: session.id,
      createdAt: session.createdAt,
      lastUsedAt: session.lastUsedAt,
      device: session.device,
      isCurrent: session.isCurrent,
    }));
  }
  @ApiDelete('sessions', { summary: 'End all other sessions', answer: Success, limit: 'account-changes' })
  async endOthers({ call }: ApiRequest) {
    const { tokenHash } = signedIn(call);
    await this.rpc.call(identityRpc.endOtherSessions, { tokenHash }, call.context);
    return { success: true };
  }
  @ApiDelete('sessions/:id', {
    summary: 'End one session; the current one as by signing out',
    answer: Success,
    limit: 'account-changes',
  })
  async end({ call, params: { id } }: ApiRequest, reply: FastifyReply) {
    const { tokenHash } = signedIn(call);
    const { endedTokenHash } = await this.rpc.call(identityRpc.endSession, { id }, call.context);
    if (endedTokenHash !== null) this.sessions.evict({ tokenHash: endedTokenHash, accountId: null });
    if (endedTokenHash === tokenHash) void reply.headers(signOutHeaders(call.isOverTls));
    return { success: true };
  }
}
