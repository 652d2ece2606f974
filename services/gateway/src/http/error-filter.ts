import type { Logger } from '@hearsay/service-runtime';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer, refusalOf } from '../present/refusal.js';

/** Sends every error of hooks, guards and handlers in the one shape. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.send(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  send(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const refusal = refusalOf(error);
    const { status, body, retryAfter } = errorAnswer(refusal, request.id);
    if (refusal.code === 'internal') this.log.error({ err: error, correlationId: request.id }, 'A request failed');
    if (reply.sent) return;
    if (retryAfter !== null) void reply.header('retry-after', retryAfter);
    void reply.removeHeader('x-feed-anchor').header('cache-control', 'no-store').status(status).type('application/json; charset=utf-8');
    void reply.send(JSON.stringify(body));
  }
}
