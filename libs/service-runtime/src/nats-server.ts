import { connectNats, maxPayloadOf, publishLive, watchStatus } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/nats-core';
import type { Logger } from './logger.js';
import { orServerRefusal, ServerRefusal } from './server-refusals.js';

/** Relay and services size their messages for the default limit of NATS, so NATS must accept this size. */
const minPayload = 1024 * 1024;

/** Connects to NATS. Logs an error of the connection, unless it repeats the last error. @throws ServerRefusal */
export const connectToNats = async (
  options: Parameters<typeof connectNats>[0],
  log: Logger,
): Promise<NatsConnection> => {
  const connection = await orServerRefusal('NATS', connectNats(options));
  const payload = maxPayloadOf(connection);
  if (payload < minPayload) {
    await connection.close();
    throw new ServerRefusal('NATS', new Error(`max_payload is ${payload}, and ${minPayload} is needed`));
  }
  let told: string | undefined;
  const tell = ({ message }: Error) => {
    if (message === told) return;
    told = message;
    log.error({ server: 'NATS', variable: 'NATS_URL' }, `NATS has refused something: ${message}`);
  };
  void watchStatus(connection, { error: tell });
  return connection;
};

/** Publishes live messages, and never throws. A live message only announces data, which readers can fetch later. */
export const livePublisher =
  (connection: NatsConnection, prefix: string, log: Pick<Logger, 'error'>) =>
  (subject: string, data: object): void => {
    try {
      publishLive(connection, `${prefix}${subject}`, data);
    } catch (error) {
      log.error({ err: error }, 'A live message could not be published');
    }
  };
