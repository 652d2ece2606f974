import { Refusal } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, limitHeaders, refusalOf } from '../present/refusal.js';
import type { UnwantedBodies } from './open-answers.js';
import type { RouteSettings } from './route.js';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly log: Logger,
    private readonly unwantedBodies: UnwantedBodies,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Logs unexpected errors, but no refusals. */
  note(error: unknown, request: FastifyRequest): void {
    if (refusalOf(error).code === 'internal')
      this.log.error({ err: error, correlationId: request.id }, 'A request failed');
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = inWordsOfTheRoute(refusalOf(error), error, request);
    const { status, body, retryAfter } = errorAnswer(refusal, request.id);
    this.note(error, request);
    if (reply.sent) return;
    this.unwantedBodies.discardBody(request, reply);
    if (retryAfter !== null) void reply.header('retry-after', retryAfter);
    const { limit } = refusal.details;
    if (limit && retryAfter !== null)
      void reply.headers(limitHeaders({ name: limit.name, limit, remaining: 0, resetSeconds: retryAfter }));
    void reply
      .removeHeader('x-feed-anchor')
      .header('cache-control', 'no-store')
      .status(status)
      .type('application/json; charset=utf-8');
    void reply.send(JSON.stringify(body));
  }
}

const inWordsOfTheRoute = (refusal: Refusal, error: unknown, request: FastifyRequest): Refusal => {
  const tooLargeText = ((request.routeOptions?.config ?? {}) as RouteSettings).declared?.tooLargeText;
  return refusal.code === 'too_large' && tooLargeText !== undefined && !(error instanceof Refusal)
    ? new Refusal('too_large', tooLargeText)
    : refusal;
};
