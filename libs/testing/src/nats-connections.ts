import { randomBytes } from 'node:crypto';
import { connectNats } from '@hearsay/messaging';
import { ConnectionError, type NatsConnection } from '@nats-io/transport-node';

export const uniqueSubjectPrefix = (): string => `t${randomBytes(5).toString('hex')}_`;

const awayMs = 60_000;
const askAgainMs = 100;

/** Connects to the test server. Retries, because old servers sometimes exit and restart (`TestNatsServer`). */
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
