import { randomBytes } from 'node:crypto';
import { connectNats } from '@hearsay/messaging';
import type { NatsConnection } from '@nats-io/transport-node';

/** A prefix for subjects and streams that no other test file has. */
export const uniqueSubjectPrefix = (): string => `t${randomBytes(5).toString('hex')}_`;

/** A connection as services make it, to the run's server unless another is given. */
export const connectTestNats = (url = process.env.TEST_NATS_URL): Promise<NatsConnection> => {
  if (!url) throw new Error('TEST_NATS_URL is missing: run integration tests with --selectProjects int');
  return connectNats({ url, name: 'test', timeoutMs: 60_000 });
};
