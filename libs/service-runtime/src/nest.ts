import 'reflect-metadata';
import { Refusal, rpcContractsOf, unavailable } from '@hearsay/contracts';
import { isOutage } from '@hearsay/event-store';
import { RpcServer, untilSubscribed } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import { Catch, Module, type RpcExceptionFilter, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';
import type { OpenResources } from './open-resources.js';

export interface AnswerParts {
  /** Nest controllers, made by `handlersOf`. */
  readonly handlers: readonly Type[];
}

const lineEveryMs = 1000;

export class RefusedCalls {
  readonly #log: Pick<Logger, 'warn'>;
  #calls = 0;
  #reason = '';
  #isQuiet = false;

  constructor(log: Pick<Logger, 'warn'>) {
    this.#log = log;
  }

  count({ message, cause }: Refusal): void {
    this.#calls += 1;
    this.#reason = cause instanceof Error ? cause.message : message;
    if (!this.#isQuiet) this.#logCalls();
  }

  #logCalls(): void {
    this.#isQuiet = this.#calls > 0;
    if (!this.#isQuiet) return;
    this.#log.warn({ calls: this.#calls, reason: this.#reason }, 'Calls were refused');
    this.#calls = 0;
    setTimeout(() => this.#logCalls(), lineEveryMs).unref();
  }
}

/**
 * Passes errors to our transport, because Nest would hide them. An outage becomes `unavailable`, so that callers retry.
 */
@Catch()
class CallErrors implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => (error instanceof Refusal || !isOutage(error) ? error : unavailable(error)));
  }
}

export const startNest = async (
  name: string,
  { handlers }: AnswerParts,
  dependencies: { connection: NatsConnection; prefix: string; log: Logger; metrics: Metrics; opened: OpenResources },
): Promise<void> => {
  const refused = new RefusedCalls(dependencies.log);
  @Module({ controllers: [...handlers] })
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
        if (error instanceof Refusal && error.code === 'unavailable') refused.count(error);
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
  // Clients may call as soon as this service is ready, so NATS must know the service's subscriptions before.
  await untilSubscribed(dependencies.connection);
};
