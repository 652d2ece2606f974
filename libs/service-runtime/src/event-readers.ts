import { randomUUID } from 'node:crypto';
import { deadlineIn, eventReadingsOf, eventSourcesOf, serviceNames } from '@hearsay/contracts';
import { NewestVersions, readingsOf } from '@hearsay/event-store';
import { handlersOf, type RpcClient } from '@hearsay/messaging';
import type { Type } from '@nestjs/common';
import type pg from 'pg';
import type { Logger } from './logger.js';

const answerWithinMs = 3000;

interface Asking {
  readonly pool: pg.Pool;
  readonly rpc: RpcClient;
}

/**
 * Queries the readings of the living processes of a service, and of all services that read its events.
 * @throws Refusal `unavailable` if one of these services does not answer
 */
export const queryReadings = async (service: string, { pool, rpc }: Asking): Promise<readonly string[]> => {
  const readers = serviceNames.filter((name) => name !== service && eventSourcesOf[name].some((of) => of === service));
  const context = { correlationId: randomUUID(), accountId: null, deadline: deadlineIn(answerWithinMs) };
  const answers = await Promise.all(readers.map((reader) => rpc.call(eventReadingsOf(reader), {}, context)));
  return [...(await readingsOf(pool, service)), ...answers.flatMap(({ readings }) => readings)];
};

export const watchReaders = (service: string, { log, ...asking }: Asking & { readonly log: Logger }): NewestVersions =>
  new NewestVersions({ service, ask: () => queryReadings(service, asking), log });

/** The handler of the call `event-readings`. Tests also run unknown services, which have no such call. */
export const readingsHandlers = (service: string, pool: pg.Pool): readonly Type[] =>
  serviceNames
    .filter((name) => name === service)
    .map((name) =>
      handlersOf(
        { readings: eventReadingsOf(name) },
        { readings: async () => ({ readings: await readingsOf(pool, name) }) },
      ),
    );
