import 'reflect-metadata';
import { Refusal, rpcContractsOf } from '@hearsay/contracts';
import { isOutage } from '@hearsay/event-store';
import { RpcServer } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import type { RpcExceptionFilter } from '@nestjs/common';
import { Catch, Module, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import type { Opened } from './opened.js';
import { RefusedCalls } from './refused-calls.js';

/**
 * Nest hides foreign errors from callers of microservices; our transport maps them itself. A call that failed because a
 * server behind us is away may be made again: that is no fault of ours.
 */
@Catch()
class CallErrors implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    if (error instanceof Refusal || !isOutage(error)) return throwError(() => error);
    const refusal = new Refusal('unavailable', undefined, { retryAfter: 1 });
    refusal.cause = error;
    return throwError(() => refusal);
  }
}

/** Lets a service's controllers answer its calls. Resolves when whoever hears that the service is there may call it. */
export const startNest = async (
  name: string,
  controllers: readonly Type[],
  providers: readonly Provider[],
  dependencies: { connection: NatsConnection; prefix: string; log: Logger; metrics: Metrics; opened: Opened },
): Promise<void> => {
  const refused = new RefusedCalls(dependencies.log);
  @Module({ controllers: [...controllers], providers: [...providers] })
  class ServiceModule {}

  const app = await NestFactory.createMicroservice(ServiceModule, {
    logger: false,
    abortOnError: false,
    strategy: new RpcServer({
      connection: dependencies.connection,
      service: name,
      prefix: dependencies.prefix,
      contracts: rpcContractsOf(name),
      onError: (error, call) => {
        if (error instanceof Refusal && error.code === 'unavailable') refused.note(error);
        else
          dependencies.log.error({ err: error, call: call.name, correlationId: call.correlationId }, 'A call failed');
      },
      onClock: (caller, aheadMs) =>
        dependencies.log.warn(
          { caller, aheadSeconds: Math.round(aheadMs / 1000) },
          'The clock of a caller differs from ours',
        ),
      onCall: (call) => dependencies.metrics.calls.observe({ name: call.name, code: call.code }, call.seconds),
    }),
  });
  dependencies.opened.add(() => app.close());
  app.useGlobalFilters(new CallErrors());
  await app.listen();
  // Whoever hears that this service is there may call it at once: NATS must have heard of it.
  await dependencies.connection.flush();
};
