import type { Readable } from 'node:stream';
import {
  AccountDeletion,
  AccountExport,
  ChangePasswordBody,
  DeleteAccountBody,
  identityRpc,
  OwnSession,
  Refusal,
  Success,
} from '@hearsay/contracts';
import { RpcClient } from '@hearsay/messaging';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type PasswordAttempt, PasswordChecks } from '../access/passwords.js';
import { sessionCookies, signOutHeaders } from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import { type ApiRequest, requireSelf, requireSignedIn, type WithBody } from '../http/call.js';
import { ApiController, ApiDelete, ApiGet, ApiPatch } from '../http/route.js';
import { pickPublicFields } from '../present/pick.js';
import { AccountExports } from '../read/account-exports.js';
import { People } from '../read/people.js';

/**
 * The attempt for a check of the caller's own password, so that the limits of sign-in apply to it.
 */
const ownAttempt = async (people: People, { call, headers }: ApiRequest): Promise<PasswordAttempt> => {
  const person = await people.person(requireSignedIn(call).accountId, call.context);
  if (!person) throw new Refusal('unauthenticated');
  return { ...call, username: person.username, cookie: headers.cookie };
};

@ApiController('api/users', 'Own account')
export class OwnAccountController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly passwords: PasswordChecks,
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
    const { accountId } = requireSignedIn(call);
    requireSelf(request.params.id, call, 'You may delete only your own account');
    const { password, anonymousPosts } = call.body;
    const { undoUntil } = await this.passwords.runCheck(await ownAttempt(this.people, request), () =>
      this.rpc.call(identityRpc.deleteAccount, { password, anonymousPosts }, call.context),
    );
    this.sessions.evict({ tokenHash: null, accountId });
    this.people.forget(accountId);
    void reply.headers(signOutHeaders(call.isOverTls));
    return { success: true, undoUntil };
  }
}

@ApiController('api/auth', 'Own account')
export class OwnSessionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly people: People,
    private readonly passwords: PasswordChecks,
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
    const { tokenHash } = requireSignedIn(call);
    const attempt = await ownAttempt(this.people, request);
    const { token } = await this.passwords.runCheck(attempt, () =>
      this.rpc.call(identityRpc.changePassword, { currentPassword, newPassword, tokenHash }, call.context),
    );
    if (token !== null) {
      this.sessions.evict({ tokenHash, accountId: null });
      void reply.header('set-cookie', sessionCookies(token, call.isOverTls));
    }
    void reply.header('set-cookie', await this.passwords.rememberBrowser(attempt));
    return { success: true };
  }

  @ApiGet('sessions', { summary: "One's own sessions", answer: z.array(OwnSession), needsSession: true })
  async list({ call }: ApiRequest): Promise<OwnSession[]> {
    const { tokenHash } = requireSignedIn(call);
    const { sessions } = await this.rpc.call(identityRpc.ownSessions, { tokenHash }, call.context);
    return sessions.map((session) => pickPublicFields(OwnSession, session));
  }
  @ApiDelete('sessions', { summary: 'End all other sessions', answer: Success, limit: 'account-changes' })
  async endOthers({ call }: ApiRequest) {
    const { tokenHash } = requireSignedIn(call);
    await this.rpc.call(identityRpc.endOtherSessions, { tokenHash }, call.context);
    return { success: true };
  }
  @ApiDelete('sessions/:id', {
    summary: 'End one session; the current one as by signing out',
    answer: Success,
    limit: 'account-changes',
  })
  async end({ call, params: { id } }: ApiRequest, reply: FastifyReply) {
    const { tokenHash } = requireSignedIn(call);
    const { endedTokenHash } = await this.rpc.call(identityRpc.endSession, { id }, call.context);
    if (endedTokenHash !== null) this.sessions.evict({ tokenHash: endedTokenHash, accountId: null });
    if (endedTokenHash === tokenHash) void reply.headers(signOutHeaders(call.isOverTls));
    return { success: true };
  }
}

@ApiController('api/users', 'Own account')
export class AccountExportController {
  constructor(private readonly exports: AccountExports) {}

  @ApiGet(':id/export', {
    summary: 'Everything of one’s own as one JSON file, streamed',
    answer: AccountExport,
    answerHeaders: ['Content-Disposition'],
    needsSession: true,
    limit: 'exports',
  })
  async export({ call, params: { id } }: ApiRequest, reply: FastifyReply): Promise<Readable> {
    requireSelf(id, call, 'You may download only what is your own');
    const file = await this.exports.open(call.context);
    const today = new Date().toISOString().slice(0, 10);
    void reply.type('application/json; charset=utf-8').headers({
      'content-disposition': `attachment; filename="hearsay-${today}.json"`,
      'cache-control': 'private, no-store',
    });
    return file;
  }
}
