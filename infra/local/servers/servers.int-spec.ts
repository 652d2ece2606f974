import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { connect as connectNats } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import pg from 'pg';
import { removeTemporaryFolders, temporaryFolder } from '../tests/temporary-folders.ts';
import { allNatsServers } from './binaries.ts';
import { prepareNats } from './nats.ts';
import { freePort } from './ports.ts';
import { identifyProcess, isAlive, workingDirectory } from './processes.ts';
import { deleteAbandonedRuns, startServers } from './start-servers.ts';
import { Supervisor } from './supervisor.ts';

const query = async (connectionString: string, text: string) => {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
};

type Servers = Awaited<ReturnType<typeof startServers>>;
const started: Servers[] = [];
const start = async (options: Parameters<typeof startServers>[0]) => {
  const servers = await startServers(options);
  started.push(servers);
  return servers;
};

afterEach(async () => {
  for (const servers of started.splice(0)) await servers.stop();
  removeTemporaryFolders();
});

describe('PostgreSQL', () => {
  it('PostgreSQL keeps its data after a stop, with fsync on', async () => {
    const dataDir = temporaryFolder();
    const first = await start({ dataDir, only: ['postgres'] });
    await query(first.databaseAdminUrl, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start({ dataDir, only: ['postgres'] });
    expect(await query(second.databaseAdminUrl, "select answer, current_setting('fsync') as fsync from kept")).toEqual([
      { answer: 42, fsync: 'on' },
    ]);
  });

  it('PostgreSQL starts if its pid file names another process, and does not end that', async () => {
    const dataDir = temporaryFolder();
    const first = await start({ dataDir, only: ['postgres'] });
    await query(first.databaseAdminUrl, 'create table kept as select 42 as answer');
    const file = join(dataDir, 'postgres/cluster/postmaster.pid');
    const lines = readFileSync(file, 'utf8').split('\n');
    await first.stop();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      writeFileSync(file, [stranger.pid, ...lines.slice(1)].join('\n'));
      const second = await start({ dataDir, only: ['postgres'] });
      expect(await query(second.databaseAdminUrl, 'select answer from kept')).toEqual([{ answer: 42 }]);
      expect(isAlive(identifyProcess(stranger.pid))).toBe(true);
    } finally {
      stranger.kill();
    }
  });

  it.each(['cluster', 'cluster.new'])('PostgreSQL repeats an interrupted initdb that left half a %s', async (name) => {
    const dataDir = temporaryFolder();
    const folder = join(dataDir, 'postgres', name);
    mkdirSync(join(folder, 'base/1'), { recursive: true });
    writeFileSync(join(folder, 'postgresql.conf'), 'half of it');
    const servers = await start({ dataDir, only: ['postgres'] });
    expect(await query(servers.databaseAdminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('PostgreSQL refuses data of another major version, with advice in the error', async () => {
    const dataDir = temporaryFolder();
    await (await start({ dataDir, only: ['postgres'] })).stop();
    writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '16\n');
    await expect(startServers({ dataDir, only: ['postgres'] })).rejects.toThrow(/belongs to PostgreSQL 16.*--reset/);
  });

  /** Runs `work` with an `unshare` that fails, as on a machine that forbids user namespaces. */
  const withoutNamespaces = async (work: (folder: string) => Promise<unknown>) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${folder}:${path}`;
    await work(folder).finally(() => {
      process.env.PATH = path;
    });
  };

  it('PostgreSQL runs for root too if user namespaces are forbidden', () =>
    withoutNamespaces(async () => {
      const servers = await start({ dataDir: temporaryFolder(), only: ['postgres'] });
      expect(await query(servers.databaseAdminUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    }));

  it('the error names the folder that the user of PostgreSQL cannot enter', () =>
    withoutNamespaces(async (folder) => {
      const closed = join(folder, 'closed');
      mkdirSync(join(closed, 'data'), { recursive: true });
      chmodSync(folder, 0o755);
      chmodSync(closed, 0o700);
      const begun = startServers({ dataDir: join(closed, 'data'), only: ['postgres'] });
      if (process.getuid?.() !== 0) return started.push(await begun);
      return expect(begun).rejects.toThrow(`cannot pass through ${closed}. Start Hearsay as an ordinary user`);
    }));

  it('PostgreSQL sorts text by code point and uses UTC on every machine', async () => {
    const servers = await start({ only: ['postgres'] });
    const [row] = await query(
      servers.databaseAdminUrl,
      "select current_setting('TimeZone') as zone, 'B' < 'a' as by_code_point, upper('é') as upper",
    );
    expect(row).toEqual({ zone: 'UTC', by_code_point: true, upper: 'É' });
  });
});

describe('servers of a killed test run', () => {
  // Uses another TMPDIR, because other test runs on this machine would also end these servers.
  const temporary = process.env.TMPDIR;
  afterEach(() => {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  });

  it('a test run ends the servers of a killed test run and deletes their folder', async () => {
    process.env.TMPDIR = temporaryFolder();
    const program = join(temporaryFolder(), 'run.ts');
    const module = fileURLToPath(new URL('./start-servers.ts', import.meta.url));
    writeFileSync(
      program,
      `import { startServers, deleteAbandonedRuns } from ${JSON.stringify(module)};
       const { pids } = await startServers({ only: ['redis'] });
       console.log(pids.redis);`,
    );
    const run = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = await new Promise<number>((resolve) => run.stdout.once('data', (chunk) => resolve(Number(chunk))));
    const abandoned = identifyProcess(pid);
    const folder = dirname(workingDirectory(pid) ?? '');
    run.kill('SIGKILL');
    await new Promise((resolve) => run.once('close', resolve));
    expect(isAlive(abandoned)).toBe(true);
    await deleteAbandonedRuns();
    expect(isAlive(abandoned)).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a server from the environment', () => {
  it('a server from the environment is used unchanged', async () => {
    const own = await start({ only: ['nats'] });
    const servers = await start({ only: ['nats'], urls: { nats: own.natsUrl } });
    expect(servers.natsUrl).toBe(own.natsUrl);
    expect(servers.pids).toEqual({});
  });

  it('a server from the environment gets the credentials of its URL', async () => {
    const { redisUrl } = await start({ only: ['redis'] });
    const admin = new Redis(redisUrl);
    await admin.acl('SETUSER', 'default', 'resetpass', '>w%rd/');
    admin.disconnect();
    const url = redisUrl.replace('//', `//:${encodeURIComponent('w%rd/')}@`);
    expect((await start({ only: ['redis'], urls: { redis: url } })).redisUrl).toBe(url);
    await expect(startServers({ only: ['redis'], urls: { redis: redisUrl } })).rejects.toThrow('NOAUTH');
  });

  it('a server from the environment that does not answer is an error', async () => {
    const own = await start({ only: ['redis'] });
    const url = own.redisUrl;
    await own.stop();
    await expect(startServers({ only: ['redis'], urls: { redis: url } })).rejects.toThrow(
      /redis at 127\.0\.0\.1:\d+ does not answer/,
    );
  });
});

describe('NATS', () => {
  it('NATS runs in every available version, with the fsync setting of that version', async () => {
    for (const natsBinary of await allNatsServers()) {
      const servers = await start({ dataDir: temporaryFolder(), only: ['nats'], natsBinary });
      expect(servers.pids.nats).toBeGreaterThan(0);
    }
  });

  it('NATS in a cluster drops a client that answers no ping, and keeps other clients', async () => {
    const clusterPort = await freePort();
    const member = { name: 'nats-1', clusterPort, routePorts: [clusterPort] };
    const spec = await prepareNats({ dataDir: temporaryFolder(), durable: false, log: () => {} }, member);
    const supervisor = await Supervisor.in(temporaryFolder());
    await supervisor.start(spec);
    const answering = await connectNats({ servers: spec.url(), reconnect: false });
    const silent = connect(Number(new URL(spec.url()).port), '127.0.0.1');
    silent.resume();
    silent.write('CONNECT {"verbose":false}\r\nSUB calls members 1\r\n');
    // By default the server would drop the client after six minutes.
    await once(silent, 'close', { signal: AbortSignal.timeout(60_000) });
    expect(answering.isClosed()).toBe(false);
    await answering.close();
    await supervisor.stopAll();
  }, 90_000);

  it('NATS counts as unresponsive while it is paused', async () => {
    const spec = await prepareNats({ dataDir: temporaryFolder(), durable: false, log: () => {} });
    const supervisor = await Supervisor.in(temporaryFolder());
    await supervisor.start(spec);
    await expect(spec.alive?.()).resolves.toBeUndefined();
    supervisor.kill('nats', 'SIGSTOP');
    await expect(spec.alive?.()).rejects.toThrow();
    supervisor.kill('nats', 'SIGCONT');
    await expect(spec.alive?.()).resolves.toBeUndefined();
    await supervisor.stopAll();
  });
});

describe('Redis', () => {
  it('Redis starts empty if its data is unreadable, and keeps the damaged files', async () => {
    const dataDir = temporaryFolder();
    await (await start({ dataDir, only: ['redis'] })).stop();
    const folder = join(dataDir, 'redis/appendonlydir');
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.incr.aof'));
    appendFileSync(join(folder, String(file)), Buffer.alloc(512));
    const lines: string[] = [];
    const servers = await start({ dataDir, only: ['redis'], log: (line) => lines.push(line) });
    expect(servers.pids.redis).toBeGreaterThan(0);
    expect(lines).toContain(
      `Redis could not read its data. They lie in ${join(dataDir, 'redis.unreadable')} now, and Redis begins anew.`,
    );
    expect(readdirSync(join(dataDir, 'redis.unreadable/appendonlydir'))).toContain(file);
  });
});

describe('NATS and Redis', () => {
  it('NATS and Redis run on other ports after their data folder was renamed', async () => {
    const dataDir = temporaryFolder();
    const first = await start({ dataDir: join(dataDir, 'one'), only: ['nats', 'redis'] });
    const before = first.ports;
    await first.stop();
    renameSync(join(dataDir, 'one'), join(dataDir, 'two'));
    // Later servers of this process must not get ports of earlier ones.
    const { ports: taken } = await start({ only: ['nats', 'redis'] });
    const second = await start({ dataDir: join(dataDir, 'two'), only: ['nats', 'redis'], preferredPorts: taken });
    for (const server of ['nats', 'redis'] as const)
      expect([taken[server], before[server]]).not.toContain(second.ports[server]);
  });
});
