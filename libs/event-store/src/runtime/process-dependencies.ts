import type { NatsConnection } from '@nats-io/nats-core';
import type pg from 'pg';
import type { Log } from './logger.js';

/** What everything that runs beside a service's log for as long as its process lives is given: the relay and the consumers. */
export interface ProcessDependencies {
  readonly pool: pg.Pool;
  readonly connection: NatsConnection;
  readonly service: string;
  readonly subjectPrefix: string;
  readonly log: Log;
}
