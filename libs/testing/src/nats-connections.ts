import { randomBytes } from 'node:crypto';
import { connectNats } from '@hearsay/messaging';
import { ConnectionError, type NatsConnection } from '@nats-io/transport-node';

/** A prefix for subjects and streams that no other test file has. */
export const uniqueSubjectPrefix = (): string => `t${randomBytes(5).toString('hex')}_`;

/** How long a server may be away that ended by itself, and how often it is asked meanwhile. */
const awayMs = 60_000;
const askAgainMs = 100;

/**
 * A connection as services make it, to the run's server unless another is given. An old server has been seen to end by itself and to come again
 * (`TestNatsServer`): while nothing listens it is asked again.
 */
export const connectTestNats = async (url = process.env.TEST_NATS_URL): Promise<NatsConnection> => {
  if (!url) throw new Error('TEST_NATS_URL is missing: run integration tests with --selectProjects int');
  const until = performance.now() + awayMs;
  for (;;) {
    try {
      return await connectNats({ url, name: 'test', timeoutMs: awayMs });
    } catch (error) {
      const isAway = error instanceof ConnectionError && error.message.includes('refused');
      if (!isAway || performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }
};
