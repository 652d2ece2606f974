import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectNats } from '@hearsay/messaging';
import { eventually } from '@hearsay/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Redis } from 'ioredis';
import pg from 'pg';
import { makeSecrets } from '../containers/run-make-secrets.ts';
import { findNats, findRedis } from '../local/servers/binaries.ts';
import { freePort, loopback } from '../local/servers/ports.ts';
import { startServers } from '../local/servers/start-servers.ts';
import { removeTemporaryFolders, temporaryFolder } from '../local/tests/temporary-folders.ts';
import { manifestsFolder } from './render.ts';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

let secrets: string;
let ledger: Readonly<Record<string, string>>;
const cleanUp: (() => unknown)[] = [removeTemporaryFolders];
beforeAll(() => {
  secrets = temporaryFolder();
  makeSecrets(secrets);
  ledger = JSON.parse(read(secrets, 'ledger/secrets.json')) as Record<string, string>;
});
afterAll(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

const ended = async (running: ChildProcess): Promise<void> => {
  if (running.exitCode !== null || running.signalCode !== null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
};

const started = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess => {
  const running = spawn(program, args, { env, stdio: 'ignore' });
  cleanUp.push(() => ended(running));
  return running;
};

interface Server {
  readonly port: number;
  readonly pidFile: string;
  readonly process: ChildProcess;
}

/** Starts the NATS servers of the overlay `scaled`, but with ports and folders of this machine. */
const startCluster = async (binary: string): Promise<Server[]> => {
  const [ports, routes] = [await freePorts(3), await freePorts(3)];
  return ports.map((port, index) => {
    const folder = join(secrets, `server-${index}`);
    mkdirSync(folder);
    const users = read(secrets, 'nats/nats.conf')
      .replace('http_port: 8222', `listen: "${loopback}:${port}"`)
      .replace('/data', join(folder, 'data'));
    const cluster = read(secrets, 'nats/cluster.conf')
      .replace('port: 6222', `listen: "${loopback}:${routes[index]}"`)
      .replaceAll(/nats-(\d)\.nats:6222/g, (_, server: string) => `${loopback}:${routes[Number(server)]}`);
    writeFileSync(join(folder, 'nats.conf'), users);
    writeFileSync(join(folder, 'cluster.conf'), cluster);
    writeFileSync(join(folder, 'server.conf'), read(manifestsFolder, 'overlays/scaled/server.conf'));
    const pidFile = join(folder, 'nats.pid');
    const running = started(binary, ['--config', join(folder, 'server.conf'), '--pid', pidFile], {
      ...process.env,
      POD_NAME: `nats-${index}`,
    });
    return { port, pidFile, process: running };
  });
};

/** Repeats an act until it succeeds, because a cluster needs some seconds to elect its leaders. */
const succeeded = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
  let result: { value: T } | undefined;
  let failure: unknown;
  const isDone = async () => {
    result = await act().then(
      (value) => ({ value }),
      (error: unknown) => {
        failure = error;
        return undefined;
      },
    );
    return result !== undefined;
  };
  await eventually(() => `${what}: ${failure}`, isDone);
  return result!.value;
};

const freePorts = (count: number): Promise<number[]> => Promise.all(Array.from({ length: count }, () => freePort()));

describe('three NATS servers with the files of the overlay `scaled`', () => {
  it('a stream with three copies stays available while one server stops', async () => {
    const { path } = await findNats();
    const servers = await startCluster(path);
    const url = servers.map(({ port }) => `nats://${loopback}:${port}`).join(',');
    const open = (user: string) => connectNats({ url, name: user, user, password: ledger[`nats ${user}`]! });
    const operator = await succeeded('the operator is let in', () => open('operator'));
    cleanUp.push(() => operator.close());
    const made = await succeeded('a stream is made', async () => {
      const manager = await jetstreamManager(operator);
      return manager.streams.add({ name: 'copies', subjects: ['copies'], num_replicas: 3 });
    });
    expect(made).toMatchObject({ config: { num_replicas: 3 }, cluster: { name: 'hearsay' } });
    const { cluster } = made as { cluster: { replicas: { name: string }[]; leader: string } };
    const names = [cluster.leader, ...cluster.replicas.map(({ name }) => name)].sort();
    expect(names).toEqual(['nats-0', 'nats-1', 'nats-2']);

    // The first server begins to stop, as it does when Kubernetes ends its pod.
    const told: string[] = [];
    const [first] = servers;
    const client = await connectNats({
      ...{ url: `nats://${loopback}:${first!.port}`, name: 'content', user: 'content' },
      password: ledger['nats content']!,
    });
    cleanUp.push(() => client.close());
    void (async () => {
      for await (const { type } of client.status()) told.push(type);
    })();
    execFileSync(path, ['--signal', `ldm=${first!.pidFile}`]);
    await eventually('the client is told that its server stops', () => told.includes('ldm'));
    first!.process.kill('SIGKILL');
    const published = await succeeded('two servers store a message', () =>
      jetstream(operator).publish('copies', 'one'),
    );
    expect(published.stream).toBe('copies');
  });
});

/** Addresses of three pods on Linux. All of 127.0.0.0/8 is loopback. */
const pods = ['127.0.7.1', '127.0.7.2', '127.0.7.3'];

describe('three servers of Redis with the files of the overlay `scaled`', () => {
  it('Sentinels promote a replica, and make the old primary a replica', async () => {
    const { path, env } = await findRedis();
    const [port, sentinelPort] = [await freePort(), await freePort()];
    const environment = { ...process.env, ...env };
    const local = (text: string) =>
      text
        .replaceAll(/\bredis-(\d)\.redis\b/g, (_, pod: string) => pods[Number(pod)]!)
        .replaceAll(/\b2?6379\b/g, (standard) => String(standard === '6379' ? port : sentinelPort))
        .replaceAll('/run/secrets', join(secrets, 'redis'));
    writeFileSync(join(secrets, 'redis/sentinel.conf'), local(read(secrets, 'redis/sentinel.conf')));
    const startRedis = (index: number) => {
      const folder = join(secrets, `redis-${index}`);
      const args = [join(folder, 'redis.conf'), '--bind', pods[index]!, '--port', `${port}`, '--dir', folder];
      return started(path, args, environment);
    };
    const configure = local(read(manifestsFolder, 'overlays/scaled/redis.sh'));
    const servers = pods.map((address, index) => {
      const folder = join(secrets, `redis-${index}`);
      mkdirSync(folder);
      const script = configure.replaceAll('/data', folder).replaceAll('$POD_NAME.redis', address);
      execFileSync('sh', ['-c', script], { env: { ...environment, POD_NAME: `redis-${index}` } });
      return startRedis(index);
    });
    for (const [index, address] of pods.entries())
      started(path, [join(secrets, `redis-${index}`, 'sentinel.conf'), '--sentinel', '--bind', address], environment);

    const password = ledger.redis!;
    const client = new Redis({
      sentinels: pods.map((host) => ({ host, port: sentinelPort })),
      name: 'hearsay',
      password,
      maxRetriesPerRequest: 0,
    });
    client.on('error', () => undefined);
    cleanUp.push(() => client.disconnect());
    await succeeded('the primary and a replica accept a write', () => client.set('before', 'kept'));
    // A failover needs Sentinels that know each other and both replicas.
    const sentinel = new Redis({ host: pods[1]!, port: sentinelPort });
    sentinel.on('error', () => undefined);
    cleanUp.push(() => sentinel.disconnect());
    await eventually('the Sentinels know each other and both replicas', async () => {
      const state = await sentinel.call('sentinel', 'masters');
      const [fields = []] = state as string[][];
      const field = (name: string) => fields[fields.indexOf(name) + 1];
      return field('num-slaves') === '2' && field('num-other-sentinels') === '2';
    });

    await ended(servers[0]!);
    await succeeded('the next primary accepts a write', () => client.set('after', 'kept'));
    expect(await client.get('before')).toBe('kept');
    startRedis(0);
    const first = new Redis({ host: pods[0]!, port, password, maxRetriesPerRequest: 0 });
    first.on('error', () => undefined);
    cleanUp.push(() => first.disconnect());
    await eventually('the old primary is a replica', async () => {
      const info = await first.info('replication').catch(() => '');
      return info.includes('role:slave') && info.includes('master_link_status:up');
    });
    expect(await first.get('after')).toBe('kept');
  });
});

describe('the databases that CloudNativePG makes', () => {
  it('a database admits only its owner and its service', async () => {
    const servers = await startServers({ only: ['postgres'] });
    cleanUp.push(() => servers.stop());
    const query = async (url: string, ...statements: string[]) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    // CloudNativePG first creates each database by its own statement, then runs the file as one query.
    const databases = read(secrets, 'postgres/databases.sql').trim().split('\n');
    await query(servers.databaseAdminUrl, ...databases, read(secrets, 'postgres/roles.sql'));
    const urlOf = (role: string, database: string) =>
      Object.assign(new URL(servers.databaseAdminUrl), {
        username: role,
        password: ledger[role]!,
        pathname: `/${database}`,
      }).href;
    await query(urlOf('hearsay_content_owner', 'hearsay_content'), 'create table posts (id text)');
    await query(urlOf('hearsay_content', 'hearsay_content'), 'select 1');
    await expect(query(urlOf('hearsay_content', 'hearsay_content'), 'create table drafts (id text)')).rejects.toThrow(
      'permission denied for schema public',
    );
    await expect(query(urlOf('hearsay_identity', 'hearsay_content'), 'select 1')).rejects.toThrow(
      'permission denied for database',
    );
  });
});
