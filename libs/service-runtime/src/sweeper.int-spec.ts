import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pause } from '@hearsay/event-store';
import { findRedis, freePort, loopback } from '@hearsay/infra/servers';
import { publishLive } from '@hearsay/messaging';
import { CuttingProxy, connectTestNats, eventually, uniqueSubjectPrefix } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { Redis } from 'ioredis';
import { createLogger } from './logger.js';
import { ServerWatch, type WatchedServer } from './server-watch.js';
import { type DueRow, type Sweep, Sweeper } from './sweeper.js';

let connection: NatsConnection;
let redis: Redis;
beforeAll(async () => {
  connection = await connectTestNats();
  redis = new Redis(process.env.TEST_REDIS_URL ?? '');
});
afterAll(async () => {
  redis.disconnect();
  await connection.close();
});

const ended: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Checks every 50 ms, so that a test need not wait for the end of a refusal. */
class EagerServerWatch extends ServerWatch {
  override add(watched: WatchedServer) {
    return super.add({ ...watched, everyMs: 50 });
  }
}

const wokenBy = 'jobs.of-the-test.due';

const start = (sweep: Sweep, prefix: string, Watch = ServerWatch) => {
  const log = createLogger({ service: 'of-the-test', level: 'silent' });
  const lines: string[] = [];
  log.warn = (_details: object, text?: string) => void lines.push(String(text));
  log.info = log.warn;
  const servers = new Watch(log);
  const sweeper = new Sweeper(sweep, { prefix, connection, log, metrics: { watchDueJobs: () => undefined }, servers });
  ended.push(async () => {
    await sweeper.stop();
    servers.stop();
  });
  return { lines, wake: () => publishLive(connection, `${prefix}${wokenBy}`, {}) };
};

const startSweeper = (
  redisUrl: string,
  prefix = uniqueSubjectPrefix(),
  rows = new Map<string, DueRow>(),
  Watch = ServerWatch,
) => {
  const ran: string[] = [];
  const failing = new Set<string>();
  const due = async () => [...rows.values()].sort((a, b) => a.dueInMs - b.dueInMs);
  const run = async ({ id }: DueRow) => {
    ran.push(id);
    if (failing.has(id)) throw new Error('not now');
    await pause(20);
    rows.delete(id);
  };
  const { lines, wake } = start({ name: 'of-the-test', everyMs: 30_000, wokenBy, redisUrl, due, run }, prefix, Watch);
  const add = (id: string, dueInMs = 0) => {
    rows.set(id, { id, dueInMs });
    wake();
  };
  return { prefix, add, rows, lines, ran, failing };
};

it('a sweeper works at its start and after a commit, until nothing is due', async () => {
  let left = 3;
  const sweep = async () => {
    left -= 1;
    return left > 0;
  };
  const { wake } = start({ name: 'slices', everyMs: 30_000, wokenBy, sweep }, uniqueSubjectPrefix());
  await eventually('all slices', () => left === 0);
  left = 5;
  wake();
  await eventually('all slices again', () => left === 0);
});

const keysOfWorker = async (prefix: string) => {
  const keys = () => redis.keys(`${prefix.replaceAll('.', '')}*`);
  await eventually('a worker', async () => (await keys()).some((key) => key.endsWith(':stalled-check')));
  return keys;
};

it('one of two processes handles a due row, and Redis stores no ids or times', async () => {
  const redisUrl = process.env.TEST_REDIS_URL ?? '';
  const one = startSweeper(redisUrl);
  const other = startSweeper(redisUrl, one.prefix, one.rows);
  const keys = await keysOfWorker(one.prefix);
  one.failing.add('failing');
  one.add('later', 3_600_000);
  for (const id of ['failing', ...Array.from({ length: 20 }, (_, number) => `row-${number}`)]) one.add(id);
  await eventually('all have run', () => one.rows.size === (one.ran.includes('failing') ? 2 : 1));
  const ran = [...one.ran, ...other.ran].filter((id) => id.startsWith('row-'));
  expect(ran.sort()).toEqual([...new Set(ran)]);
  expect(ran).toHaveLength(20);
  const kept = await Promise.all((await keys()).map(async (key) => [key, String(await redis.dump(key))]));
  expect(kept.length).toBeGreaterThan(0);
  for (const row of ['later', 'failing', 'row-']) expect(kept.flat().join()).not.toContain(row);
});

it('due rows are handled within seconds while Redis is silent, and a line is logged', async () => {
  const proxy = await CuttingProxy.start(process.env.TEST_REDIS_URL ?? '');
  ended.push(() => proxy.stop());
  const { prefix, add, lines, ran } = startSweeper(proxy.url);
  await keysOfWorker(prefix);
  add('one');
  await eventually('the first row has run', () => ran.length === 1);
  expect(lines).toEqual([]);
  proxy.swallowAll();
  add('two');
  await eventually('the second row has run', () => ran.length === 2, 60_000);
  await eventually('a line', () => lines.length > 0, 60_000);
  expect(lines[0]).toContain('Redis at REDIS_URL refuses');
});

describe('a Redis that refuses commands', () => {
  let admin: Redis;
  let server: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const binary = await findRedis();
    port = await freePort();
    const text = `--port ${port} --bind ${loopback} --appendonly no --maxmemory-policy noeviction --save`;
    const settings = [...text.split(' '), ''];
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

  const onlyWorker = 'what only the worker uses';
  /** [name, how the refusal begins, how it ends, the expected log line] */
  it.each([
    ['INFO', () => user('-@dangerous'), () => user('+@all'), /NOPERM.*info.*Give this user the command/],
    ['scripts', () => user('-@scripting'), () => user('+@all'), /NOPERM.*eval.*Give this user the command/],
    [onlyWorker, () => user('-rpoplpush'), () => user('+@all'), /script.*Give this user the command/],
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
  ])('%s is logged once without its credentials, and rows run all the same', async (refusal, begin, end, expected) => {
    await begin();
    const before = process.cpuUsage();
    // Between eager checks a new worker would not have failed yet, so Redis would seem to work again.
    const Watch = refusal === onlyWorker ? ServerWatch : EagerServerWatch;
    const url = `redis://jobs:secret@${loopback}:${port}`;
    const { add, lines, ran } = startSweeper(url, undefined, undefined, Watch);
    await eventually('the line', () => lines.length > 0);
    add('one');
    // This fails if BullMQ's loop retries without a pause and so blocks the event loop.
    const loopTurn = performance.now();
    await new Promise(setImmediate);
    expect(performance.now() - loopTurn).toBeLessThan(5000);
    await eventually('the row has run', () => ran.length === 1);
    expect(lines[0]).toMatch(expected);
    expect(lines[0]).toMatch(/^Redis at REDIS_URL refuses.* Meanwhile each process looks for due work by itself\.$/);
    expect(lines[0]).not.toContain('secret');
    await end();
    await eventually('the end is told', () => lines.length === 2, 60_000);
    expect(lines[1]).toBe('Redis works again');
    add('two');
    await eventually('the next row has run', () => ran.length === 2, 60_000);
    expect(process.cpuUsage(before).user).toBeLessThan(20_000_000);
  });
});
