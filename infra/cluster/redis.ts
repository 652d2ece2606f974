import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { OwnServerSettings } from '../local/bring-up.ts';
import { findRedis } from '../local/servers/binaries.ts';
import { listeningServerSpec } from '../local/servers/listening-server.ts';
import { loopback, untilAnswered } from '../local/servers/ports.ts';
import { serverEnvironment, type Variables } from '../local/servers/processes.ts';
import { pingRedis } from '../local/servers/redis.ts';
import type { Supervisor } from '../local/servers/supervisor.ts';
import { type Links, serverAt } from './links.ts';

const primaryName = 'hearsay';
const sentinels = ['sentinel-1', 'sentinel-2', 'sentinel-3'];
/** Number of Sentinels that must agree that the primary is gone. */
const quorum = 2;
const downAfterMs = 2000;

const urlOf = (port: number) => `redis://${loopback}:${port}`;

const untilSentinelsAgree = (port: number): Promise<void> =>
  untilAnswered(
    async () => {
      const sentinel = new Redis(port, loopback, { lazyConnect: true, retryStrategy: () => null });
      sentinel.on('error', () => undefined);
      const info = await sentinel.info('sentinel').finally(() => sentinel.disconnect());
      if (!info.includes(`slaves=1,sentinels=${sentinels.length}`)) throw new Error(info);
    },
    { what: 'Redis with its Sentinels' },
  );

/**
 * A primary, its replica and three Sentinels. The Sentinels answer with addresses of links, so that the primary and the
 * replica can be cut off. @returns the environment variables by which services find the Sentinels
 */
export const startRedisServers = async (
  supervisor: Supervisor,
  { home, log }: OwnServerSettings,
  links: Links,
): Promise<Variables> => {
  const binary = await findRedis(log);
  const end = (role: string) => serverAt(role, () => supervisor.ports[role] ?? 0);
  const start = async (role: string, lines: readonly string[], ...mode: string[]): Promise<number> => {
    const dir = join(home, role);
    const file = join(dir, 'redis.conf');
    mkdirSync(dir, { recursive: true });
    // Redis and Sentinel write the current primary into their files. So an existing file is kept.
    if (!existsSync(file)) writeFileSync(file, [`bind ${loopback}`, `dir ${dir}`, ...lines, ''].join('\n'));
    const launch = (port: number) => ({
      command: binary.path,
      args: [file, '--port', String(port), ...mode],
      cwd: dir,
      env: serverEnvironment(binary.env),
    });
    const answers = (port: number) => pingRedis(urlOf(port));
    const server = listeningServerSpec({ role, stopSignal: 'SIGTERM', urlOf, launch, answers });
    await supervisor.start(server);
    return Number(new URL(server.url()).port);
  };
  const [first, second] = await Promise.all(['redis-1', 'redis-2'].map((role) => links.open('others', end(role))));
  const store = (port: number | undefined) => [
    `replica-announce-ip ${loopback}`,
    `replica-announce-port ${port}`,
    'min-replicas-to-write 1',
    'repl-diskless-sync-delay 0',
    'appendonly yes',
    'save ""',
    'maxmemory-policy noeviction',
  ];
  await start('redis-1', store(first));
  await start('redis-2', [...store(second), `replicaof ${loopback} ${first}`]);
  const monitor = [
    `sentinel monitor ${primaryName} ${loopback} ${first} ${quorum}`,
    `sentinel down-after-milliseconds ${primaryName} ${downAfterMs}`,
    `sentinel failover-timeout ${primaryName} 10000`,
  ];
  const ports = await Promise.all(sentinels.map((role) => start(role, monitor, '--sentinel')));
  for (const [index, port] of ports.entries()) links.registerServer(port, end(sentinels[index]!));
  await untilSentinelsAgree(ports[0]!);
  return { REDIS_URL: `redis+sentinel://${ports.map((port) => `${loopback}:${port}`).join(',')}/${primaryName}` };
};
