import { publishLive } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Logger } from './logger.js';

/**
 * Publishes core NATS messages under a prefix. Never throws: they follow a commit and only make things sooner, so one that the server
 * does not take (too big, say) is logged, and whoever misses it asks.
 */
export const livePublisher =
  (connection: NatsConnection, prefix: string, log: Pick<Logger, 'error'>) =>
  (subject: string, data: object): void => {
    try {
      publishLive(connection, `${prefix}${subject}`, data);
    } catch (error) {
      log.error({ err: error }, 'A live message could not be published');
    }
  };
