import { createServer } from 'node:net';
import { connectNats } from '@hearsay/messaging';
import { eventually } from '@hearsay/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { bringUpSystem, type System } from './bring-up.ts';
import { compile } from './build.ts';
import { homeFiles } from './paths.mjs';
import type { EnvironmentFile, RunningFile } from './running-system.ts';
import { identifyProcess, isAlive, readJson } from './servers/processes.ts';
import { services } from './service-list.ts';
import { startSystem } from './system.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';
import { makeToyRoot, readRunning, type StartedProcess, startInOwnProcess } from './tests/toy-system.ts';

const roles = [...services, 'nats', 'postgres', 'redis', 'supervisor'].sort();

/** A whole system starts in seconds, but on a busy machine it can take more than a minute. */
const startsWithinMs = 240_000;

let root: string;
const processes: StartedProcess[] = [];

const start = (home: string) => {
  const started = startInOwnProcess(root, home);
  processes.push(started);
  return started;
};

const running = async (home: string, started: StartedProcess): Promise<RunningFile> => {
  await eventually(
    () => `running.json: ${started.output()}`,
    () => readRunning(home) !== undefined || started.process.exitCode !== null,
    startsWithinMs,
  );
  const found = readRunning(home);
  if (!found) throw new Error(started.output());
  return found;
};

/** The time of the first migration, which stays the same until the data is lost. */
const beganAt = async (home: string) => {
  const environment = readJson<EnvironmentFile>(homeFiles(home).environment);
  const client = new pg.Client({ connectionString: environment?.services.content.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<{ at: string }>('select at::text from began');
  await client.end();
  return rows;
};

/** Starts the system again after a kill. @returns the output of the start */
const startAgain = async (home: string) => {
  const second = start(home);
  await eventually(
    () => `the second start: ${second.output()}`,
    () => readRunning(home)?.pids.supervisor === second.process.pid,
    startsWithinMs,
  );
  return second.output();
};

beforeAll(async () => {
  // Compiles the contracts, which a child process imports. In a fresh clone they are not compiled yet.
  expect(await compile(true)).toBe(true);
  root = makeToyRoot();
});

afterEach(async () => {
  for (const { process: child, exitCode } of processes.splice(0)) {
    child.kill('SIGTERM');
    await exitCode;
  }
});

afterAll(removeTemporaryFolders);

describe('a whole system', () => {
  it('running.json lists every role of a system until a clean stop', async () => {
    const home = temporaryFolder();
    const started = start(home);
    const { pids, url, ports } = await running(home, started);
    expect(Object.keys(pids).sort()).toEqual(roles);
    expect(pids.supervisor).toBe(started.process.pid);
    expect(url).toBe(`http://127.0.0.1:${ports.gateway}`);
    const identities = Object.values(pids).map((pid) => identifyProcess(pid));
    started.process.kill('SIGINT');
    expect(await started.exitCode).toBe(0);
    expect(identities.filter((identity) => isAlive(identity))).toEqual([]);
    expect(readRunning(home)).toBeUndefined();
  });

  it('a start after kill -9 of the supervisor keeps the data and ends old processes', async () => {
    const home = temporaryFolder();
    const first = start(home);
    const left = Object.values((await running(home, first)).pids).map((pid) => identifyProcess(pid));
    const began = await beganAt(home);
    expect(began).toHaveLength(1);
    first.process.kill('SIGKILL');
    await first.exitCode;
    // The services end with their supervisor. The three servers continue, until the next start ends them.
    await eventually('the services have ended', () => left.filter((identity) => isAlive(identity)).length === 3);
    expect(await startAgain(home)).toContain('left behind');
    expect(left.filter((identity) => isAlive(identity))).toEqual([]);
    expect(await beganAt(home)).toEqual(began);
  });

  it('a second start in the same folder is refused, and the running system continues', async () => {
    const home = temporaryFolder();
    const first = start(home);
    const { pids, url } = await running(home, first);
    const second = start(home);
    expect(await second.exitCode).toBe(1);
    expect(second.output()).toContain(`already runs in ${home} (process ${first.process.pid}): ${url}`);
    expect(readRunning(home)?.pids).toEqual(pids);
  });

  it('a system uses another port if the preferred one is taken', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const taken = (blocker.address() as { port: number }).port;
    const system = await bringUpSystem({
      home: temporaryFolder(),
      root,
      nodeEnvironment: 'test',
      durable: false,
      gatewayPort: taken,
    });
    blocker.close();
    expect(system.ports.gateway).not.toBe(taken);
    await system.stop();
  });
});

describe('a running system', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem({ root });
  });

  afterAll(() => system.stop());

  it('the NATS of a system admits only its own users', async () => {
    const said = (who: { user?: string; password?: string }) =>
      connectNats({ url: `nats://127.0.0.1:${system.ports.nats}`, name: 'somebody', ...who }).then(
        (connection) => connection.close().then(() => 'come in'),
        (error: Error) => error.message,
      );
    expect(await said({})).toMatch(/authorization/i);
    expect(await said({ user: 'content', password: 'guessed' })).toMatch(/authorization/i);
    expect(await said({ user: 'content', password: system.secrets.natsPasswords.content ?? '' })).toBe('come in');
  });

  it.each(['postgres', 'nats', 'redis', 'gateway'])(
    'a killed process restarts on its port, and running.json changes: %s',
    async (role) => {
      const before = system.pids[role];
      const port = system.ports[role];
      system.kill(role);
      await eventually(`${role} is gone`, () => system.pids[role] !== before);
      await system.whenReady(role);
      expect(system.pids[role]).not.toBe(before);
      expect(system.ports[role]).toBe(port);
      await eventually('running.json is rewritten', () => readRunning(system.home)?.pids[role] === system.pids[role]);
    },
  );
});
