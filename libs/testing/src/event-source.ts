import { randomUUID } from 'node:crypto';
import { type EventData, type EventDefinition, nudgeSubject } from '@hearsay/contracts';
import {
  type AppendedEvent,
  appendEvents,
  type EventMeta,
  eventStoreSchemaSql,
  isRelayed,
  Relay,
  sessionOf,
} from '@hearsay/event-store';
import { publishLive } from '@hearsay/messaging';
import { createLogger } from '@hearsay/service-runtime';
import type { NatsConnection } from '@nats-io/transport-node';
import pg from 'pg';
import { createTestDatabase } from './databases.js';

export interface SourceFact {
  readonly eventId: string;
  readonly definition: EventDefinition;
  readonly data: object;
  readonly meta: EventMeta;
}

/** Makes an event for `EventSource.publish`. `at` is the ISO instant of the act. */
export const sourceFact = <D extends EventDefinition>(
  definition: D,
  data: EventData<D>,
  options: { at: string; correlationId?: string },
): SourceFact => ({
  eventId: randomUUID(),
  definition,
  data: data as object,
  meta: {
    occurredAt: options.at,
    actor: null,
    correlationId: options.correlationId ?? randomUUID(),
    causationId: null,
  },
});

export interface EventSource {
  /**
   * Appends events to the source's log, which its relay publishes. An event that is published twice is also delivered
   * twice.
   */
  publish(...facts: readonly SourceFact[]): Promise<void>;
  isRelayed(): Promise<boolean>;
  stop(): Promise<void>;
}

export const startEventSource = async (
  service: string,
  connection: NatsConnection,
  prefix: string,
): Promise<EventSource> => {
  const database = await createTestDatabase({ schemas: [eventStoreSchemaSql] });
  const pool = new pg.Pool({ ...sessionOf(database.url), max: 4 });
  pool.on('error', () => undefined);
  const relay = new Relay({
    pool,
    connection,
    service,
    subjectPrefix: prefix,
    log: createLogger({ service, level: 'silent' }),
  });
  return {
    async publish(...facts) {
      const events = facts.map(({ definition: { type, schemaVersion }, ...fact }) => {
        return { ...fact, stream: `fact-${randomUUID()}`, version: 1, type, schemaVersion } as AppendedEvent;
      });
      await appendEvents(pool, events);
      publishLive(connection, `${prefix}${nudgeSubject(service)}`, {});
    },
    isRelayed: () => isRelayed({ pool, connection, service, subjectPrefix: prefix }),
    async stop() {
      await relay.stop();
      await pool.end();
      await database.drop();
    },
  };
};
