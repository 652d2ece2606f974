import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis, freePort, loopback, untilAnswered } from '@hearsay/infra/servers';
import { Redis } from 'ioredis';
import { eventually } from './conditions.js';

const name = 'hearsay';
const password = 'of-redis';
const sentinelPassword = 'of-the-sentinels';
/** This time is short, so that tests are fast. A slow machine only delays the promotion. */
const downAfterMs = 1000;

export interface RedisSentinels {
  /** The URL with both passwords, for REDIS_URL. */
  readonly url: string;
  /** Waits until the replica has every write, kills the primary, and waits for the promotion. */
  failOver(): Promise<void>;
  dispose(): Promise<void>;
}

const fieldOf = (info: string, field: RegExp): string | undefined => field.exec(info)?.[1];

/** Starts a primary, its replica and three Sentinels on loopback. */
export const startRedisSentinels = async (): Promise<RedisSentinels> => {
  const binary = await findRedis();
  const directory = mkdtempSync(join(tmpdir(), 'hearsay-test-redis-'));
  const processes = new Map<number, ChildProcess>();
  const clients: Redis[] = [];
  const start = async (secret: string, settings: (port: number) => readonly string[], ...mode: string[]) => {
    const port = await freePort();
    const file = join(directory, `${port}.conf`);
    const own = [`bind ${loopback}`, `port ${port}`, `dir ${directory}`, `requirepass ${secret}`];
    writeFileSync(file, [...own, ...settings(port), ''].join('\n'));
    const env = { ...process.env, ...binary.env };
    processes.set(port, spawn(binary.path, [file, ...mode], { stdio: 'ignore', env }));
    const client = new Redis(port, loopback, { password: secret, maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    clients.push(client);
    await untilAnswered(() => client.ping(), { what: 'Redis' });
    return { port, client };
  };
  const store = (port: number) => [
    `dbfilename ${port}.rdb`,
    'save ""',
    `masterauth ${password}`,
    'repl-diskless-sync-delay 0',
    'maxmemory-policy noeviction',
  ];
  const first = await start(password, store);
  const second = await start(password, (port) => [...store(port), `replicaof ${loopback} ${first.port}`]);
  const sentinels = await Promise.all(
    [1, 2, 3].map(() =>
      start(
        sentinelPassword,
        () => [
          `sentinel monitor ${name} ${loopback} ${first.port} 2`,
          `sentinel auth-pass ${name} ${password}`,
          `sentinel down-after-milliseconds ${name} ${downAfterMs}`,
          `sentinel failover-timeout ${name} 5000`,
          `sentinel sentinel-pass ${sentinelPassword}`,
        ],
        '--sentinel',
      ),
    ),
  );
  const addresses = sentinels.map(({ port }) => `${loopback}:${port}`).join(',');
  await eventually('every Sentinel knows the others and the replica', async () => {
    const known = await Promise.all(sentinels.map(({ client }) => client.info('sentinel')));
    return known.every((info) => /slaves=1,sentinels=3/.test(info));
  });
  return {
    url: `redis+sentinel://:${password}@${addresses}/${name}?sentinelPassword=${sentinelPassword}`,
    async failOver() {
      await eventually('the replica has every write', async () => {
        const info = await first.client.info('replication');
        return fieldOf(info, /master_repl_offset:(\d+)/) === fieldOf(info, /slave0:.*offset=(\d+)/);
      });
      const primary = processes.get(first.port)!;
      primary.kill('SIGKILL');
      await once(primary, 'exit');
      await eventually('the replica is the primary', async () =>
        /role:master/.test(await second.client.info('replication')),
      );
    },
    async dispose() {
      for (const client of clients) client.disconnect();
      const running = [...processes.values()].filter(({ exitCode, signalCode }) => exitCode === null && !signalCode);
      for (const each of running) each.kill('SIGKILL');
      await Promise.all(running.map((each) => once(each, 'exit')));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
