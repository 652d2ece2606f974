import { relayedTypesOf } from '@hearsay/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import { hasAfter } from '../log/log-reader.js';
import { eventStreamOf, readEnd } from '../stream/event-stream.js';
import type { RelayOptions } from './relay.js';

/** Whether the stream holds everything that other services read of this service's log, whichever process relays it. */
export const isRelayed = async ({
  pool,
  connection,
  service,
  subjectPrefix,
}: Pick<RelayOptions, 'pool' | 'connection' | 'service' | 'subjectPrefix'>): Promise<boolean> => {
  const types = relayedTypesOf(service);
  if (types.length === 0) return true;
  const manager = await jetstreamManager(connection, { checkAPI: false });
  const { logPosition } = await readEnd(manager, eventStreamOf(service, subjectPrefix));
  return !(await hasAfter(pool, logPosition, types));
};
