import { publishLive } from '@hearsay/messaging';
import { CuttingProxy, connectTestNats, eventually, uniqueSubjectPrefix } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { type DueJob, DueJobs } from './due-jobs.js';
import { createLogger } from './logger.js';

it('jobs run again within seconds when connections to Redis fall silent, and the log says so', async () => {
  const proxy = await CuttingProxy.start(process.env.TEST_REDIS_URL ?? '');
  const connection = await connectTestNats();
  const prefix = uniqueSubjectPrefix();
  const log = createLogger({ service: 'of-the-test', level: 'silent' });
  const warnings: string[] = [];
  log.warn = (_details: object, text?: string) => void warnings.push(String(text));
  const rows = new Map<string, DueJob>();
  const ran: string[] = [];
  const jobs = new DueJobs({
    queue: 'silent-redis',
    redisUrl: proxy.url,
    prefix,
    connection,
    subject: 'jobs.of-the-test.due',
    due: async () => [...rows.values()],
    run: async ({ id }) => {
      rows.delete(id);
      ran.push(id);
    },
    log,
    metrics: { watchDueJobs: () => undefined },
  });
  const add = (id: string) => {
    const job = { id, dueAt: new Date().toISOString() };
    rows.set(id, job);
    publishLive(connection, `${prefix}jobs.of-the-test.due`, job);
  };
  try {
    add('one');
    await eventually('the first job has run', () => ran.length === 1);
    expect(warnings).toEqual([]);
    proxy.swallowAll();
    add('two');
    // The sweep behind a new connection finds the row, whose wake-up went nowhere.
    await eventually('the second job has run', () => ran.length === 2, 60_000);
    expect(warnings).toContain('Redis is out of reach, jobs wait');
  } finally {
    await jobs.stop();
    await connection.close();
    await proxy.stop();
  }
});
