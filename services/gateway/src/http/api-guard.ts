import { Id, Refusal } from '@hearsay/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isFromOwnPages } from '../access/browser-origin.js';
import { idempotencyKeyOf } from '../access/idempotency-key.js';
import { limitsOfAddresses } from '../access/limit-rules.js';
import { RateLimiter } from '../access/rate-limiter.js';
import { sessionTokenOf, tokenHashOf } from '../access/session-cookie.js';
import { Sessions } from '../access/sessions.js';
import type { ApiRequest, Call, Viewer } from './call.js';
import { type RouteRule, ruleOf } from './route.js';
import { type Checked, check } from './validation.js';

/** How long a call may take altogether; services apply nothing after it. */
const timeoutMs = 8000;
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Opened {
  readonly body: Checked<unknown>;
  readonly query: Checked<unknown>;
  readonly idempotencyKey: string | undefined;
}

const nothing: Checked<undefined> = { value: undefined, mistakes: null };

const fieldOf = (source: unknown, name: string): unknown =>
  source !== null && typeof source === 'object' ? (source as Record<string, unknown>)[name] : undefined;

/**
 * Everything that is checked before a handler runs, in one place and one order: path ids (404), own pages (403), malformed ids
 * in the body and the key (400), session (401), the rest of the input (400), the named actor (403), limits (429).
 */
@Injectable()
export class ApiGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
  ) {}

  /** Waits for nothing that is known already: most calls pass without a turn of the event loop. */
  canActivate(execution: ExecutionContext): boolean | Promise<boolean> {
    const rule = ruleOf(execution.getHandler());
    if (!rule) return true;
    const request = execution.switchToHttp().getRequest<FastifyRequest>();
    const opened = this.#open(rule, request);
    const viewer = this.#knownViewer(request.headers.cookie);
    if (viewer !== undefined) return this.#admit(rule, request, opened, viewer);
    return this.viewerOf(request.headers.cookie, request.id).then((asked) => this.#admit(rule, request, opened, asked));
  }

  /** What can be said of a request before anyone knows whose it is. */
  #open(rule: RouteRule, request: FastifyRequest): Opened {
    this.#checkPath(rule, request.params);
    const isUnsafe = !safeMethods.has(request.method);
    if (isUnsafe && !isFromOwnPages(request.headers, () => request.host))
      throw new Refusal('forbidden', 'This request comes from another site');
    const body = rule.body ? check(rule.body, request.body ?? {}) : nothing;
    const query = rule.query ? check(rule.query, request.query) : nothing;
    if (body.mistakes && body.hasMalformedId) throw body.mistakes;
    return { body, query, idempotencyKey: isUnsafe ? idempotencyKeyOf(request.headers['idempotency-key']) : undefined };
  }

  #admit(
    rule: RouteRule,
    request: FastifyRequest,
    { body, query, idempotencyKey }: Opened,
    viewer: Viewer | null,
  ): boolean | Promise<boolean> {
    if (rule.needsSession && !viewer) throw new Refusal('unauthenticated');
    if (body.mistakes) throw body.mistakes;
    if (query.mistakes) throw query.mistakes;
    this.#checkActor(rule, viewer, request);
    const call: Call = {
      viewer,
      body: body.value,
      query: query.value,
      context: {
        correlationId: request.id,
        accountId: viewer?.accountId ?? null,
        deadline: new Date(Date.now() + timeoutMs).toISOString(),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    };
    (request as unknown as ApiRequest).call = call;
    if (!rule.limit) return true;
    const subject = viewer && !limitsOfAddresses.has(rule.limit) ? viewer.accountId : request.ip;
    return this.limiter.takeGranted(rule.limit, subject) || this.limiter.take(rule.limit, subject).then(() => true);
  }

  /** Undefined: identity must be asked. */
  #knownViewer(cookieHeader: string | undefined): Viewer | null | undefined {
    const token = sessionTokenOf(cookieHeader);
    if (!token) return null;
    const tokenHash = tokenHashOf(token);
    const session = this.sessions.known(tokenHash);
    return session && { ...session, tokenHash };
  }

  /** Who the cookie belongs to; null for visitors and ended sessions. @throws Refusal `unavailable`. */
  async viewerOf(cookieHeader: string | undefined, correlationId: string): Promise<Viewer | null> {
    const token = sessionTokenOf(cookieHeader);
    if (!token) return null;
    const tokenHash = tokenHashOf(token);
    const session = await this.sessions.find(tokenHash, correlationId);
    return session && { ...session, tokenHash };
  }

  #checkPath(rule: RouteRule, params: unknown): void {
    for (const [name, value] of Object.entries(params as Record<string, string>)) {
      const words = rule.words[name];
      if (words ? !words.includes(value) : !Id.safeParse(value).success) throw new Refusal('not_found');
    }
  }

  #checkActor(rule: RouteRule, viewer: Viewer | null, request: FastifyRequest): void {
    for (const name of rule.actor) {
      for (const source of [request.body, request.query, request.params]) {
        const named = fieldOf(source, name);
        if (named === undefined || named === null || named === '') continue;
        if (!viewer) throw new Refusal('unauthenticated');
        if (named !== viewer.accountId) throw new Refusal('forbidden', 'You may act only in your own name');
      }
    }
  }
}
