import { deadlineIn, Id, Refusal, type Session } from '@hearsay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ClientConnection } from '../access/client-connections.js';
import { idempotencyKeyOf } from '../access/idempotency-key.js';
import { addressLimits, type LimitName } from '../access/limit-rules.js';
import { OriginCheck } from '../access/origin-check.js';
import { RateLimiter, takeReadPermit } from '../access/rate-limiter.js';
import { sessionTokenOf, tokenHashOf } from '../access/session-cookie.js';
import { Sessions, type Viewer } from '../access/sessions.js';
import { Slots } from '../access/slots.js';
import { limitHeaders } from '../present/refusal.js';
import { type ApiRequest, type Call, callTimeoutMs, requestFacts } from './call.js';
import { type Route, smallBodyBytes } from './route.js';

// zod/mini has no error texts unless a locale is set.
z.config(z.locales.en());

/** `hasMalformedId` is separate, because the guard reports malformed ids before it checks the session. */
export type CheckResult<T> =
  | { readonly value: T; readonly mistakes: null }
  | { readonly mistakes: Refusal; readonly hasMalformedId: boolean };

const isMalformedId = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_format' && issue.format === 'uuid';

export const checkSchema = <S extends z.core.$ZodType>(schema: S, input: unknown): CheckResult<z.output<S>> => {
  const parsed = z.safeParse(schema, input);
  if (parsed.success) return { value: parsed.data, mistakes: null };
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const first = Object.values(fields)[0];
  return {
    mistakes: new Refusal('invalid_input', first, { fields }),
    hasMalformedId: parsed.error.issues.some(isMalformedId),
  };
};

/** Bytes. Parsing needs about three times the memory of a body, so few large bodies are read at once. */
const largeBody = 1024 * 1024;
const largeBodySlots = { perProcess: 4, perAccount: 1, perAddress: 2 };
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface Opened {
  readonly body: CheckResult<unknown>;
  readonly query: CheckResult<unknown>;
  readonly idempotencyKey: string | undefined;
}

const nothing: CheckResult<undefined> = { value: undefined, mistakes: null };

const fieldOf = (source: unknown, name: string): unknown =>
  source !== null && typeof source === 'object' ? (source as Record<string, unknown>)[name] : undefined;

const objectIn = (body: unknown): object => (body !== null && typeof body === 'object' ? body : {});

/** A chunked body may have any length, so it counts as long. */
const hasLongBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBodyBytes;

const viewerWith = (session: Session | null | undefined, tokenHash: string | null): Viewer | null =>
  session && tokenHash !== null ? { ...session, tokenHash } : null;

/**
 * Checks run in one order: path ids (404), origin of the request (403), malformed body ids and the key (400), session
 * (401), other input (400), the named actor (403), limits (429).
 */
export class ApiGuard {
  readonly #largeBodies = new Slots(largeBodySlots, 'Too many large requests are coming in');

  constructor(
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
    private readonly origins: OriginCheck,
  ) {}

  /** A Fastify preHandler hook that is synchronous for most calls. @throws Refusal */
  admit(rule: Route, request: FastifyRequest, reply: FastifyReply): true | Promise<true> {
    const opened = this.#open(rule, request);
    const tokenHash = this.#tokenHashOf(request.headers.cookie, requestFacts(request).isOverTls);
    const session = tokenHash === null ? null : this.sessions.findCached(tokenHash);
    if (tokenHash === null || session !== undefined)
      return this.#admit(rule, request, reply, opened, viewerWith(session, tokenHash));
    const asking = this.#find(tokenHash, requestFacts(request).address, request.id);
    return asking.then((found) => this.#admit(rule, request, reply, opened, viewerWith(found, tokenHash)));
  }

  /**
   * Runs before the body is read. Refuses a long body without a session on a route that needs one. Returns undefined if
   * there is nothing to check.
   * @throws Refusal for the path, the Origin, the session, a slot or a limit, as a rejection
   */
  beforeBody(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const rule = requestFacts(request).settings.declared;
    return rule?.needsSession && !rule.guests && hasLongBody(request)
      ? this.#admitBody(rule, request, reply)
      : undefined;
  }

  /** Checks session and limit before the body is read. */
  async #admitBody(rule: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    this.#checkOrigin(rule, request);
    const arrival = requestFacts(request);
    const { address } = arrival;
    const viewer = await this.viewerOf(request.headers.cookie, arrival, request.id);
    if (!viewer) throw new Refusal('unauthenticated');
    const { accountId } = viewer;
    const maxBytes = Math.min(Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY), rule.bodyLimit);
    // Takes the slot before the permit, so that a refusal for lack of a slot costs no permit.
    if (maxBytes > largeBody) reply.raw.once('close', this.#largeBodies.take({ accountId, address }));
    if (rule.limit) await this.#take(rule.limit, this.#subjectOf(rule.limit, viewer, address), reply);
    arrival.hasPermit = true;
  }

  /** Also checks the path. Returns true if the method changes something. */
  #checkOrigin(rule: Route, request: FastifyRequest): boolean {
    this.#checkPath(rule, request.params);
    const isUnsafe = !safeMethods.has(request.method);
    if (isUnsafe) this.origins.checkUnsafeRequest(request.headers, requestFacts(request));
    return isUnsafe;
  }

  #open(rule: Route, request: FastifyRequest): Opened {
    const isUnsafe = this.#checkOrigin(rule, request);
    const body = rule.body ? checkSchema(rule.body, request.body ?? {}) : nothing;
    const query = rule.query ? checkSchema(rule.query, request.query) : nothing;
    if (body.mistakes && body.hasMalformedId) throw body.mistakes;
    return { body, query, idempotencyKey: isUnsafe ? idempotencyKeyOf(request.headers['idempotency-key']) : undefined };
  }

  #admit(
    rule: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    { body, query, idempotencyKey }: Opened,
    viewer: Viewer | null,
  ): true | Promise<true> {
    const isGuest = !viewer && rule.guests?.may(objectIn(request.body)) === true;
    if (rule.needsSession && !viewer && !isGuest) throw new Refusal('unauthenticated');
    if (body.mistakes) throw body.mistakes;
    if (query.mistakes) throw query.mistakes;
    this.#checkActor(rule, viewer, request);
    const call: Call = {
      viewer,
      isOverTls: requestFacts(request).isOverTls,
      address: requestFacts(request).address,
      body: body.value,
      query: query.value,
      context: {
        correlationId: request.id,
        accountId: viewer?.accountId ?? null,
        deadline: deadlineIn(callTimeoutMs),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      },
    };
    (request as FastifyRequest & Pick<ApiRequest, 'call'>).call = call;
    const read =
      !rule.isRead ||
      takeReadPermit(this.limiter, 'reads', { accountId: call.context.accountId, address: call.address });
    const limit = isGuest ? rule.guests?.limit : rule.limit;
    if (!limit || requestFacts(request).hasPermit) return read;
    const act = this.#take(limit, this.#subjectOf(limit, viewer, call.address), reply);
    // Awaits both promises together. If `read` were awaited first, a rejection of `act` would have no handler.
    return read === true ? act : Promise.all([read, act]).then(() => true as const);
  }

  /** The account or address by which this limit counts. */
  #subjectOf(limit: LimitName, viewer: Viewer | null, address: string): string {
    return viewer && !addressLimits.has(limit) ? viewer.accountId : address;
  }

  /** Also sets the limit headers. @throws Refusal `rate_limited`, as a rejection */
  #take(name: LimitName, subject: string, reply: FastifyReply): true | Promise<true> {
    const tell = (): true => {
      const left = this.limiter.windowState(name, subject);
      if (left) void reply.headers(limitHeaders({ name, ...left }));
      return true;
    };
    return this.limiter.takeGrantedPermit(name, subject) ? tell() : this.limiter.take(name, subject).then(tell);
  }

  /** Null for visitors and ended sessions. @throws Refusal `unavailable`, `rate_limited` for invented tokens */
  async viewerOf(
    cookie: string | undefined,
    { address, isOverTls }: ClientConnection,
    correlationId: string,
  ): Promise<Viewer | null> {
    const tokenHash = this.#tokenHashOf(cookie, isOverTls);
    return tokenHash === null ? null : viewerWith(await this.#find(tokenHash, address, correlationId), tokenHash);
  }

  /** Tokens without a session cost a permit of the address. */
  #find(tokenHash: string, address: string, correlationId: string): Promise<Session | null> {
    return this.sessions.find(tokenHash, correlationId, () => this.limiter.borrow('unknown-sessions', address));
  }

  /** Null without a session cookie of the right form. */
  #tokenHashOf(cookie: string | undefined, isOverTls: boolean): string | null {
    const token = sessionTokenOf(cookie, isOverTls);
    return token === null ? null : tokenHashOf(token);
  }

  #checkPath(rule: Route, params: unknown): void {
    const named = params as Record<string, string>;
    for (const [name, value] of Object.entries(named)) {
      const words = rule.words[name];
      if (words === null || words?.includes(value)) continue;
      const id = words ? null : Id.safeParse(value);
      if (!id?.success) throw new Refusal('not_found');
      // Ids are case-insensitive. Handlers get them in lower case.
      named[name] = id.data;
    }
  }

  #checkActor(rule: Route, viewer: Viewer | null, request: FastifyRequest): void {
    for (const name of rule.actor) {
      for (const source of [request.body, request.query, request.params]) {
        const named = fieldOf(source, name);
        if (named === undefined || named === null || named === '') continue;
        if (!viewer) throw new Refusal('unauthenticated');
        if (typeof named !== 'string' || named.toLowerCase() !== viewer.accountId)
          throw new Refusal('forbidden', 'You may act only in your own name');
      }
    }
  }
}
