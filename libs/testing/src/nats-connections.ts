import { randomBytes } from 'node:crypto';
import { connectNats } from '@hearsay/messaging';
import { ConnectionError, type NatsConnection } from '@nats-io/transport-node';

export const uniqueSubjectPrefix = (): string => `t${randomBytes(5).toString('hex')}_`;

/** How long to wait for a server that exited, and how often to retry. */
const awayMs = 60_000;
const askAgainMs = 100;

/**
 * Connects as services do, to the run's server unless another is given. Old servers sometimes exit and restart
 * (`TestNatsServer`), so it retries.
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
