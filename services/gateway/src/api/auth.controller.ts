import {
  CurrentUser,
  foldUsername,
  identityRpc,
  LoginBody,
  nameTakenRefusal,
  OwnUser,
  Refusal,
  RegisterBody,
  ResetPasswordBody,
  type RpcOutput,
  SessionQuery,
  Success,
} from '@hearsay/contracts';
import { levelByNumber } from '@hearsay/game-rules';
import { RpcClient } from '@hearsay/messaging';
import type { FastifyReply } from 'fastify';
import { deviceName } from '../access/devices.js';
import { dropGuessableKey, scopeGuestKey } from '../access/idempotency-key.js';
import { PasswordChecks } from '../access/passwords.js';
import {
  endedSessionCookies,
  hasPresenceCookie,
  sessionCookies,
  sessionTokenOf,
  signOutHeaders,
  tokenHashOf,
} from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import type { ApiRequest, Call, WithBody, WithQuery } from '../http/call.js';
import { ApiController, ApiGet, ApiPost } from '../http/route.js';
import { Profiles } from '../read/profiles.js';

type SignedIn = RpcOutput<typeof identityRpc.login>;

@ApiController('api/auth', 'Sign-in')
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: Sessions,
    private readonly passwords: PasswordChecks,
    private readonly profiles: Profiles,
  ) {}

  @ApiPost('register', {
    summary: 'Create an account and sign in',
    needsSession: false,
    status: 201,
    body: RegisterBody,
    answer: OwnUser,
    answerHeaders: ['Set-Cookie'],
    limit: 'register',
    refusals: ['conflict', 'not_found'],
  })
  async register(request: WithBody<typeof RegisterBody>, reply: FastifyReply): Promise<OwnUser> {
    const { username, password, isCreator = false, founderToken = null } = request.call.body;
    const { signedIn, suggestion } = await this.rpc.call(
      identityRpc.register,
      { username, password, isCreator, founderToken, device: deviceName(request.headers['user-agent']) },
      // Scopes the key by username and not by address, so that a repeat from another network gets the first result.
      scopeGuestKey(asVisitor(request.call), foldUsername(username)),
    );
    return this.#completeSignIn(request, reply, signedIn ?? (await this.#signInToOwn(request, suggestion)));
  }

  @ApiPost('login', {
    summary: 'Sign in',
    needsSession: false,
    body: LoginBody,
    answer: OwnUser,
    answerHeaders: ['Set-Cookie'],
  })
  async login(request: WithBody<typeof LoginBody>, reply: FastifyReply): Promise<OwnUser> {
    const { username, password } = request.call.body;
    return this.#completeSignIn(request, reply, await this.#signIn(request, username, password));
  }

  @ApiPost('reset', {
    summary: 'Set a new password by the link of an operator, and sign in',
    needsSession: false,
    body: ResetPasswordBody,
    answer: OwnUser,
    answerHeaders: ['Set-Cookie'],
    limit: 'resets',
    refusals: ['not_found'],
  })
  async reset(request: WithBody<typeof ResetPasswordBody>, reply: FastifyReply): Promise<OwnUser> {
    const { token, newPassword } = request.call.body;
    const input = { token, newPassword, device: deviceName(request.headers['user-agent']) };
    return this.#completeSignIn(
      request,
      reply,
      await this.rpc.call(identityRpc.resetPassword, input, dropGuessableKey(asVisitor(request.call))),
    );
  }

  @ApiPost('logout', {
    summary: 'End the session and its sockets',
    needsSession: false,
    answer: Success,
    answerHeaders: ['Set-Cookie'],
    limit: 'sign-outs',
  })
  async logout(request: ApiRequest, reply: FastifyReply) {
    await this.#endSession(request);
    void reply.headers(signOutHeaders(request.call.isOverTls));
    return { success: true };
  }

  @ApiGet('user', {
    summary: 'The signed-in person',
    query: SessionQuery,
    answer: CurrentUser,
    answerHeaders: ['Set-Cookie'],
    hasETag: true,
    isPersonal: true,
  })
  async user(request: WithQuery<typeof SessionQuery>, reply: FastifyReply): Promise<OwnUser | string> {
    const { isOverTls, query, viewer } = request.call;
    const user = viewer && (await this.profiles.own(request.call.context));
    // Nest would answer a bare null with an empty body, which is no JSON.
    if (!user && query.orNull !== 'false') {
      if (query.orNull === 'true' && hasPresenceCookie(request.headers.cookie, isOverTls))
        void reply.header('set-cookie', endedSessionCookies(isOverTls));
      void reply.type('application/json; charset=utf-8');
      return 'null';
    }
    if (!user) throw new Refusal('unauthenticated');
    const token = sessionTokenOf(request.headers.cookie, isOverTls);
    // This use extends the session to 30 days from now, so the cookie is renewed too.
    if (token) void reply.header('set-cookie', sessionCookies(token, isOverTls));
    return user;
  }

  /** @throws Refusal `unauthenticated`, `rate_limited` */
  #signIn({ call, headers }: ApiRequest, username: string, password: string): Promise<SignedIn> {
    return this.passwords.runCheck({ ...call, cookie: headers.cookie, username }, () =>
      this.rpc.call(
        identityRpc.login,
        { username, password, device: deviceName(headers['user-agent']) },
        asVisitor(call),
      ),
    );
  }

  /** A repeated registration with the right password signs in to the existing account. */
  #signInToOwn(request: WithBody<typeof RegisterBody>, suggestion: string | null): Promise<SignedIn> {
    const { username, password } = request.call.body;
    return this.#signIn(request, username, password).catch((error: unknown) => {
      const isWrong = error instanceof Refusal && error.code === 'unauthenticated';
      throw isWrong ? nameTakenRefusal(suggestion) : error;
    });
  }

  /** Ends the session of the request's cookie, so that a sign-in leaves no older session behind. */
  async #completeSignIn(request: ApiRequest, reply: FastifyReply, { person, token }: SignedIn): Promise<OwnUser> {
    const { call, headers } = request;
    // If the XP cannot be read, the sign-in succeeds and shows the minimum XP of the level.
    const { xp } = levelByNumber(person.level);
    const [browser, user] = await Promise.all([
      this.passwords.rememberBrowser({ ...call, cookie: headers.cookie, username: person.username }),
      this.profiles.ownUser(person, asVisitor(call), xp),
      this.#endSession(request).catch(() => undefined),
    ]);
    void reply.header('set-cookie', sessionCookies(token, call.isOverTls));
    void reply.header('set-cookie', browser);
    return user;
  }

  async #endSession(request: ApiRequest): Promise<void> {
    const token = sessionTokenOf(request.headers.cookie, request.call.isOverTls);
    if (!token) return;
    const tokenHash = tokenHashOf(token);
    await this.rpc.call(identityRpc.logout, { tokenHash }, asVisitor(request.call));
    this.sessions.evict({ tokenHash, accountId: null });
  }
}

/** A sign-in has no actor yet, and its idempotency keys belong to no account. */
const asVisitor = (call: Call) => ({ ...call.context, accountId: null });
