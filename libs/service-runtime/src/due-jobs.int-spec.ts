import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { findRedis, freePort, loopback } from '@hearsay/infra/servers';
import { publishLive } from '@hearsay/messaging';
import { CuttingProxy, connectTestNats, eventually, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { Redis } from 'ioredis';
import { type DueJob, DueJobs } from './due-jobs.js';
import { createLogger } from './logger.js';
import { ServerWatch } from './server-watch.js';

let connection: NatsConnection;
beforeAll(async () => {
  connection = await connectTestNats();
});
afterAll(() => connection.close());

const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Jobs on a Redis, and what they log. */
const startJobs = (redisUrl: string) => {
  const prefix = uniqueSubjectPrefix();
  const log = createLogger({ service: 'of-the-test', level: 'silent' });
  const lines: string[] = [];
  log.warn = (_details: object, text?: string) => void lines.push(String(text));
  log.info = log.warn;
  const rows = new Map<string, DueJob>();
  const ran: string[] = [];
  const servers = new ServerWatch(log);
  const jobs = new DueJobs({
    queue: 'of-the-test',
    redisUrl,
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
    servers,
  });
  ended.push(async () => {
    await jobs.stop();
    servers.stop();
  });
  const add = (id: string) => {
    const job = { id, dueAt: new Date().toISOString() };
    rows.set(id, job);
    publishLive(connection, `${prefix}jobs.of-the-test.due`, job);
  };
  return { add, lines, ran };
};

it('jobs run again within seconds when connections to Redis fall silent, and the log says so', async () => {
  const proxy = await CuttingProxy.start(process.env.TEST_REDIS_URL ?? '');
  ended.push(() => proxy.stop());
  const { add, lines, ran } = startJobs(proxy.url);
  add('one');
  await eventually('the first job has run', () => ran.length === 1);
  expect(lines).toEqual([]);
  proxy.swallowAll();
  add('two');
  // The sweep behind a new connection finds the row, whose wake-up went nowhere.
  await eventually('the second job has run', () => ran.length === 2, 60_000);
  expect(lines[0]).toContain('Redis at REDIS_URL refuses');
});

describe('a Redis that refuses', () => {
  let admin: Redis;
  let server: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const binary = await findRedis();
    port = await freePort();
    const settings = [
      '--port',
      String(port),
      '--bind',
      loopback,
      '--save',
      '',
      '--appendonly',
      'no',
      '--maxmemory-policy',
      'noeviction',
    ];
    server = spawn(binary.path, settings, { stdio: 'ignore', env: { ...process.env, ...binary.env } });
    admin = new Redis(port, loopback, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    admin.on('error', () => undefined);
    await admin.ping();
    await admin.acl('SETUSER', 'jobs', 'on', '>secret', '~*', '&*', '+@all');
  });
  afterAll(async () => {
    admin.disconnect();
    server.kill('SIGKILL');
    await once(server, 'exit');
  });

  const user = (...rules: string[]) => admin.acl('SETUSER', 'jobs', ...rules);
  const config = (name: string, value: string) => admin.config('SET', name, value);

  /** [refusal, how it begins, how it ends, what the line says] */
  it.each([
    ['INFO', () => user('-@dangerous'), () => user('+@all'), /NOPERM.*info.*Give this user the command/],
    ['scripts', () => user('-@scripting'), () => user('+@all'), /NOPERM.*eval.*Give this user the command/],
    ['what only the worker uses', () => user('-rpoplpush'), () => user('+@all'), /script.*Give this user the command/],
    [
      'the password',
      () => user('resetpass', '>other'),
      () => user('resetpass', '>secret'),
      /WRONGPASS.*Check user and password/,
    ],
    ['for want of memory', () => config('maxmemory', '1'), () => config('maxmemory', '0'), /OOM.*Raise maxmemory/],
    [
      'as a replica',
      () => admin.replicaof(loopback, 1),
      () => admin.replicaof('NO', 'ONE'),
      /READONLY.*Lead to the primary/,
    ],
    [
      'for want of replicas',
      () => config('min-replicas-to-write', '1'),
      () => config('min-replicas-to-write', '0'),
      /NOREPLICAS.*min-replicas-to-write/,
    ],
  ])(
    '%s is told once without its credentials, jobs wait and run when it is over',
    async (_refusal, begin, end, expected) => {
      await begin();
      const before = process.cpuUsage();
      const { add, lines, ran } = startJobs(`redis://jobs:secret@${loopback}:${port}`);
      add('one');
      await eventually('the line', () => lines.length > 0);
      // It turns red where a loop of BullMQ asks a refusing Redis without a pause.
      const loopTurn = performance.now();
      await new Promise(setImmediate);
      expect(performance.now() - loopTurn).toBeLessThan(5000);
      expect(ran).toEqual([]);
      expect(lines[0]).toMatch(expected);
      expect(lines[0]).toMatch(/^Redis at REDIS_URL refuses.* Meanwhile jobs wait\.$/);
      expect(lines[0]).not.toContain('secret');
      await end();
      await eventually('the job has run', () => ran.length === 1, 60_000);
      await eventually('the end is told', () => lines.length === 2, 60_000);
      expect(lines[1]).toBe('Redis works again');
      expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
    },
  );
});
