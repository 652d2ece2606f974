import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, mediaTypeOf, Refusal, transcriptTypes } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ClientConnections } from '../access/client-connections.js';
import type { RateLimiter } from '../access/rate-limiter.js';
import type { GatewayConfig } from '../config.js';
import type { GatewayMetrics } from '../metrics.js';
import { isNoneMatch, weakETag } from '../present/encoded-json.js';
import { commonHeaders, errorAnswer, rawAnswer, refusalOf } from '../present/refusal.js';
import type { ApiGuard } from './api-guard.js';
import { announcesBody, requestFacts } from './call.js';
import { compressJson } from './compression.js';
import type { OpenAnswers } from './open-answers.js';
import type { RouteSettings } from './route.js';

/** Answers are data for one viewer. Browsers must not run, frame, sniff or share them. */
const apiHeaders = {
  ...commonHeaders,
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
  vary: 'accept-encoding',
} as const;

const personalHeaders = { ...apiHeaders, 'cache-control': 'private, no-store' } as const;

/** Swagger UI needs inline styles. */
const docsHeaders = {
  ...apiHeaders,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'",
} as const;

/** One year (RFC 6797). Lacks `includeSubDomains`, because other hosts of the domain may not speak TLS. */
const overTlsOnly = 'max-age=31536000';

/** Decides by the route's path, because a client can spell an address in many ways. */
const kindOf = (route: string | undefined): 'api' | 'docs' | 'page' => {
  if (route?.startsWith('/api/docs')) return 'docs';
  return route === undefined || route.startsWith('/api') || route.startsWith('/ws') ? 'api' : 'page';
};

const headersOf = (request: FastifyRequest) => {
  const { route, settings } = requestFacts(request);
  const kind = kindOf(route);
  if (kind === 'page') return commonHeaders;
  if (kind === 'docs') return docsHeaders;
  return settings.declared?.isPersonal ? personalHeaders : apiHeaders;
};

const sendRaw = (reply: FastifyReply, request: FastifyRequest, error: unknown): void => {
  const { status, body, retryAfter } = errorAnswer(refusalOf(error), request.id);
  if (retryAfter !== null) void reply.header('retry-after', retryAfter);
  void reply.headers({ ...headersOf(request), 'x-request-id': request.id });
  void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
};

/**
 * Converts a request target to origin form (RFC 9112, section 3.2). In the path of a page, a stray `%` counts as a
 * character, so a mistyped page gets 404. The API refuses a stray `%`.
 */
const readableTarget = (target: string): string => {
  const url = target.startsWith('/') ? target : target.replace(/^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?\/?/i, '/');
  if (!url.includes('%') || /^\/(?:api|ws)(?:[/?]|$)/.test(url)) return url;
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
};

const headersCheckMs = 5000;
/** 50 characters of three UTF-8 bytes, each byte percent-encoded in three characters. */
const maxPathParameter = 450;

/** Answers malformed HTTP, which reaches no route, with the usual error body. */
const answerBrokenRequest = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid_input';
  const refusal = new Refusal(code, isLate ? 'The request has not come in time' : undefined);
  socket.end(rawAnswer(refusal, { requestId: randomUUID(), ...(isLate && { status: 408 }) }));
};

export const createServer = (options: {
  config: GatewayConfig;
  log: Logger;
  metrics: GatewayMetrics;
  limiter: RateLimiter;
  clients: ClientConnections;
  isStopping: () => boolean;
  guard: ApiGuard;
  openAnswers: OpenAnswers;
  isSocketRequest: (request: IncomingMessage) => boolean;
}): FastifyAdapter => {
  const { config, log, metrics } = options;
  const adapter: FastifyAdapter = new FastifyAdapter({
    skipMiddie: true,
    routerOptions: { maxParamLength: maxPathParameter },
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url }: IncomingMessage) => readableTarget(url ?? '/'),
    logger: false,
    forceCloseConnections: 'idle',
    // Fastify's own 503 has another body. The hook below answers with 503 if `isStopping` is true.
    return503OnClosing: false,
    bodyLimit: 64 * 1024,
    keepAliveTimeout: 65_000,
    // No limit for whole requests, because uploads may take long. `limitBodies` limits the time of all other bodies.
    requestTimeout: 0,
    http: {
      headersTimeout: config.BODY_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(config.BODY_TIMEOUT_MS, headersCheckMs),
      // For all other requests, Node ignores the Upgrade header (RFC 9110, section 7.8).
      shouldUpgradeCallback: options.isSocketRequest,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendRaw(reply, request, error),
  });
  const server = adapter.getInstance<FastifyInstance>();
  server.decorateRequest('client', {
    getter(this: FastifyRequest) {
      return options.clients.clientOf(this.raw);
    },
  });
  server.server.on('connect', (_request, socket: Socket) => {
    socket.end(rawAnswer(new Refusal('method_not_allowed'), { requestId: randomUUID(), headers: { allow: '' } }));
  });
  options.openAnswers.watch(server.server);
  server.addHook('preClose', (done) => {
    options.openAnswers.endIdleConnections();
    done();
  });
  parseTextOnly(server);
  limitBodies(server, config.BODY_TIMEOUT_MS);

  server.addHook('onRoute', (route) => {
    const declared = (route.config as RouteSettings | undefined)?.declared;
    if (!declared) return;
    route.bodyLimit = declared.bodyLimit;
    route.onSend = declared.hasETag ? [answerUnchanged, compressJson] : compressJson;
    route.preHandler = (request, reply, done) => {
      const admitting = options.guard.admit(declared, request, reply);
      if (admitting === true) done();
      else admitting.then(() => done(), done);
    };
  });
  server.addHook('onRequest', (request, reply, done) => {
    options.openAnswers.add(reply.raw);
    reply.headers(headersOf(request)).header('x-request-id', request.id);
    if (requestFacts(request).isOverTls) reply.header('strict-transport-security', overTlsOnly);
    if (options.isStopping()) {
      void reply.header('connection', 'close');
      sendRaw(reply, request, new Refusal('unavailable'));
      return;
    }
    const asking = options.guard.beforeBody(request, reply);
    if (asking) asking.then(() => done(), done);
    else done();
  });
  limitPages(server, options.limiter);
  server.addHook('onResponse', (request, reply, done) => {
    const { route = 'none', settings } = requestFacts(request);
    metrics.requests.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    const isQuiet = request.method === 'GET' || request.method === 'HEAD' || settings.declared?.isFrequent;
    if (isQuiet && !log.isLevelEnabled('debug')) {
      done();
      return;
    }
    const line = {
      correlationId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (isQuiet) log.debug(line, 'Answered');
    else log.info(line, 'Answered');
    done();
  });
  return adapter;
};

/** Limits requests for the web app and the API description by address. API calls have their own limits. */
const limitPages = (server: FastifyInstance, limiter: RateLimiter): void => {
  server.addHook('onRequest', (request, reply, done) => {
    if (
      kindOf(requestFacts(request).route) === 'api' ||
      limiter.takeGrantedPermit('pages', requestFacts(request).address)
    ) {
      done();
      return;
    }
    limiter.take('pages', requestFacts(request).address).then(
      () => done(),
      (error: unknown) => sendRaw(reply, request, error),
    );
  });
};

const limitBodies = (server: FastifyInstance, timeoutMs: number): void => {
  server.addHook('onRequest', (request, _reply, done) => {
    if (announcesBody(request) && !requestFacts(request).settings.hasLongBody) {
      const { raw } = request;
      const timer = setTimeout(() => raw.destroy(), timeoutMs).unref();
      const isThere = () => clearTimeout(timer);
      raw.once('end', isThere).once('close', isThere);
    }
    done();
  });
};

/** Accepts only uncompressed text in UTF-8: JSON, or what the route declares. An empty body counts as none. */
const parseTextOnly = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers();
  const parse = server.getDefaultJsonParser('error', 'error');
  const types = ['application/json', ...transcriptTypes];
  server.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    const coding = request.headers['content-encoding'];
    const type = mediaTypeOf(request.headers['content-type'] ?? '', '');
    const { textBody } = requestFacts(request).settings.declared ?? {};
    if (coding !== undefined && coding.toLowerCase() !== 'identity') done(new Refusal('unsupported_media'), undefined);
    else if (!(textBody ?? ['application/json']).includes(type)) done(new Refusal('unsupported_media'), undefined);
    else if (body.length === 0) done(null, undefined);
    // Decoding would replace invalid UTF-8 by other characters.
    else if (!isUtf8(body as Buffer)) done(new Refusal('invalid_input', 'A body is written in UTF-8'), undefined);
    else if (textBody) done(null, body.toString());
    else parse(request, body.toString(), done);
  });
};

const answerUnchanged = (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') {
    done(null, payload);
    return;
  }
  const made = reply.getHeader('etag');
  const etag = typeof made === 'string' ? made : weakETag(payload);
  if (made === undefined) reply.header('etag', etag);
  if (!isNoneMatch(request.headers['if-none-match'], etag)) {
    done(null, payload);
    return;
  }
  reply.status(304).removeHeader('content-type').removeHeader('content-length');
  done(null, null);
};
