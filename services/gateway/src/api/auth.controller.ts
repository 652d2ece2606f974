import {
  CurrentUser,
  identityRpc,
  LoginBody,
  OwnUser,
  type Person,
  Refusal,
  RegisterBody,
  SessionQuery,
  Success,
} from '@hearsay/contracts';
import { levelRow } from '@hearsay/game-rules';
import { RpcClient } from '@hearsay/messaging';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { RateLimiter } from '../access/rate-limiter.js';
import { endedSessionCookie, sessionCookie, sessionTokenOf, tokenHashOf } from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import { type ApiRequest, type Call, signedIn } from '../http/call.js';
import { ApiGet, ApiPost } from '../http/route.js';
import { presentOwnUser } from '../present/own-user.js';
import { People } from '../read/people.js';
import { Progress } from '../read/progress.js';

const tag = 'Sign-in';

@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
    private readonly people: People,
    private readonly progress: Progress,
  ) {}

  @ApiPost('register', {
    summary: 'Create an account and sign in',
    tag,
    status: 201,
    body: RegisterBody,
    answer: OwnUser,
    limit: 'register',
    isWrite: true,
    refusals: ['conflict'],
  })
  async register(
    @Req() request: ApiRequest<z.output<typeof RegisterBody>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnUser> {
    const { body } = request.call;
    const context = asVisitor(request.call);
    const input = { username: body.username, password: body.password, isCreator: body.isCreator ?? false };
    const { person, token } = await this.rpc.call(identityRpc.register, input, context);
    return this.#signedIn(request, reply, person, token);
  }

  @ApiPost('login', {
    summary: 'Sign in',
    tag,
    body: LoginBody,
    answer: OwnUser,
    limit: 'login',
    isWrite: true,
    refusals: ['unauthenticated'],
  })
  async login(@Req() request: ApiRequest<z.output<typeof LoginBody>>, @Res({ passthrough: true }) reply: FastifyReply): Promise<OwnUser> {
    const { username, password } = request.call.body;
    await this.limiter.take('login-name', username.normalize('NFKC').trim().toLowerCase().slice(0, 100));
    const { person, token } = await this.rpc.call(identityRpc.login, { username, password }, asVisitor(request.call));
    return this.#signedIn(request, reply, person, token);
  }

  @ApiPost('logout', { summary: 'End the session and its sockets', tag, answer: Success, isWrite: true })
  async logout(@Req() request: ApiRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    await this.#endSession(request);
    void reply.header('set-cookie', endedSessionCookie(request.protocol === 'https'));
    return { success: true };
  }

  @ApiGet('user', {
    summary: 'The signed-in person',
    tag,
    query: SessionQuery,
    answer: CurrentUser,
    refusals: ['unauthenticated'],
    isPolled: true,
  })
  async user(
    @Req() request: ApiRequest<undefined, z.output<typeof SessionQuery>>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OwnUser | string> {
    const { context, query, viewer } = request.call;
    // Written out: Nest answers a bare null with an empty body, which is no JSON.
    if (!viewer && query.orNull === 'true') {
      void reply.type('application/json; charset=utf-8');
      return 'null';
    }
    const { accountId } = signedIn(request.call);
    const [person, xp] = await Promise.all([this.people.person(accountId, context), this.progress.xpOf(accountId, context)]);
    if (!person) throw new Refusal('unauthenticated');
    const token = sessionTokenOf(request.headers.cookie);
    // Sessions last 30 days from their last use: the browser's copy is renewed with ours.
    if (token) void reply.header('set-cookie', sessionCookie(token, request.protocol === 'https'));
    return presentOwnUser(person, xp);
  }

  /** The session of the cookie that came along ends, so that a sign-in never leaves an older session behind. */
  async #signedIn(request: ApiRequest, reply: FastifyReply, person: Person, token: string): Promise<OwnUser> {
    const [xp] = await Promise.all([this.#xpAtSignIn(person, request.call), this.#endSession(request).catch(() => undefined)]);
    void reply.header('set-cookie', sessionCookie(token, request.protocol === 'https'));
    return presentOwnUser(person, xp);
  }

  /** Nobody is kept out because their XP cannot be read: then it is the least that their level needs. */
  #xpAtSignIn(person: Person, call: Call): Promise<number> {
    return this.progress.xpOf(person.id, asVisitor(call)).catch(() => levelRow(person.level).xp);
  }

  async #endSession(request: ApiRequest): Promise<void> {
    const token = sessionTokenOf(request.headers.cookie);
    if (!token) return;
    const tokenHash = tokenHashOf(token);
    await this.rpc.call(identityRpc.logout, { tokenHash }, asVisitor(request.call));
    this.sessions.evict({ tokenHash, accountId: null });
  }
}

/** Signing in is nobody's act yet; and the keys of these calls are not those of an account. */
const asVisitor = (call: Call) => ({ ...call.context, accountId: null });
