import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@hearsay/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { removeTemporaryFolders, temporaryFolder } from '../tests/temporary-folders.ts';
import { identifyProcess, isAlive, takeOverFolder } from './processes.ts';
import { ChildFailedError, Supervisor } from './supervisor.ts';

const started: Supervisor[] = [];

const newSupervisor = async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  const health = { everyMs: 20, failuresAllowed: 3 };
  const supervisor = await Supervisor.in(folder, { health, log: (line) => lines.push(line) });
  started.push(supervisor);
  return { supervisor, folder, lines, starts: join(folder, 'starts') };
};

const toyChild = (starts: string, code: string, tier = 1) => {
  // Counts starts in `launch`, because the child may write its line before the first check of `ready`.
  let before = 0;
  return {
    role: 'toy',
    tier,
    stopSignal: 'SIGTERM' as const,
    ports: () => ({ toy: 1 }),
    launch: async () => {
      before = startsIn(starts).length;
      return {
        command: process.execPath,
        args: ['-e', `require('node:fs').appendFileSync(${JSON.stringify(starts)}, process.pid + '\\n'); ${code}`],
        env: process.env,
      };
    },
    ready: async (signal: AbortSignal) => {
      await eventually('the start of the toy', () => signal.aborted || startsIn(starts).length > before);
      if (signal.aborted) throw new Error('gone');
    },
  };
};

const startsIn = (file: string): string[] => {
  try {
    return readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
};

const stayAlive = "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000);";

afterEach(async () => {
  await Promise.all(started.splice(0).map((supervisor) => supervisor.stopAll()));
  removeTemporaryFolders();
});

describe('a supervised child', () => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'a child restarts with another pid after %s, even after exit 0',
    async (signal) => {
      const { supervisor, starts } = await newSupervisor();
      await supervisor.start(toyChild(starts, stayAlive));
      const first = supervisor.pids.toy;
      supervisor.kill('toy', signal);
      await eventually('the child is gone', () => supervisor.pids.toy !== first);
      await supervisor.whenReady('toy');
      expect(supervisor.pids.toy).toBeGreaterThan(0);
      expect(startsIn(starts)).toHaveLength(2);
    },
  );

  it('a child is not restarted after five exits in thirty seconds', async () => {
    const { supervisor, starts } = await newSupervisor();
    let message = '';
    const told = (error: Error) => {
      message = error.message;
    };
    await supervisor.start(toyChild(starts, "console.log('no luck'); process.exit(3)")).catch(told);
    // A child that exits at once sometimes counts as ready before its exit.
    await eventually('the child is given up', () =>
      supervisor
        .whenReady('toy')
        .then(() => false, told)
        .then(() => message !== ''),
    );
    expect(startsIn(starts)).toHaveLength(5);
    expect(message).toContain('given up');
    expect(message).toContain('no luck');
  });

  it('a child is not restarted after exit 78, which means an invalid configuration', async () => {
    const { supervisor, starts } = await newSupervisor();
    const child = {
      ...toyChild(starts, "console.log('PORT: is missing'); process.exit(78)"),
      ready: () => new Promise<void>(() => {}),
    };
    const failure = await supervisor.start(child).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChildFailedError);
    expect((failure as ChildFailedError).exitCode).toBe(78);
    expect((failure as ChildFailedError).message).toContain('PORT: is missing');
    expect(startsIn(starts)).toHaveLength(1);
  });

  it('a child that never answers fails with its name and last log lines', async () => {
    const { supervisor, starts } = await newSupervisor();
    const ready = async () => {
      await eventually('it has said something', () => startsIn(starts).at(-1)?.includes('waits') ?? false);
      throw new Error('toy does not answer: no connection.');
    };
    const code = `console.log('waits for ever'); require('node:fs').appendFileSync(${JSON.stringify(starts)}, 'waits\\n'); ${stayAlive}`;
    const launch = async () => {
      writeFileSync(starts, '');
      return { command: process.execPath, args: ['-e', code], env: process.env };
    };
    const failure = await supervisor
      .start({ ...toyChild(starts, code), launch, ready })
      .catch((error: Error) => error.message);
    expect(failure).toMatch(/^toy did not answer, so it is given up\.\n.*waits for ever/s);
  });

  it('a child that runs but no longer answers is restarted', async () => {
    const { supervisor, starts, lines } = await newSupervisor();
    let isSilent = false;
    const alive = async () => {
      if (isSilent) throw new Error('no answer within 5 s');
    };
    await supervisor.start({ ...toyChild(starts, stayAlive), alive });
    const first = supervisor.pids.toy;
    isSilent = true;
    await eventually('the silent process is gone', () => supervisor.pids.toy !== first);
    isSilent = false;
    await supervisor.whenReady('toy');
    expect(lines).toContain('toy runs but does not answer (no answer within 5 s); starting it again.');
    expect(supervisor.pids.toy).not.toBe(first);
  });

  it('a child that answers again after a few failures is not restarted', async () => {
    const { supervisor, starts, lines } = await newSupervisor();
    let asked = 0;
    const alive = async () => {
      asked += 1;
      if (asked % 3 !== 0) throw new Error('busy');
    };
    await supervisor.start({ ...toyChild(starts, stayAlive), alive });
    await eventually('it was asked twelve times', () => asked >= 12);
    expect(startsIn(starts)).toHaveLength(1);
    expect(lines).toEqual([]);
  });

  it('a stopped child stays down', async () => {
    const { supervisor, starts } = await newSupervisor();
    await supervisor.start(toyChild(starts, stayAlive));
    const identity = identifyProcess(supervisor.pids.toy);
    await supervisor.stopAll();
    expect(isAlive(identity)).toBe(false);
    await expect(supervisor.start(toyChild(starts, stayAlive))).rejects.toThrow('being stopped');
    expect(startsIn(starts)).toHaveLength(1);
  });

  it('a child may change its port until it was ready once', async () => {
    const { supervisor, starts } = await newSupervisor();
    const asked: boolean[] = [];
    const child = toyChild(starts, stayAlive);
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const taken = (blocker.address() as { port: number }).port;
    const ports = [taken, 0];
    await supervisor.start({
      ...child,
      launch: async ({ wasReady }) => {
        asked.push(wasReady);
        const code = `require('node:net').createServer().listen(${ports[asked.length - 1]}, '127.0.0.1', () => require('node:fs').appendFileSync(${JSON.stringify(starts)}, 'listening\\n')); ${stayAlive}`;
        return { command: process.execPath, args: ['-e', code], env: process.env };
      },
    });
    blocker.close();
    expect(asked).toEqual([false, false]);
  });
});

describe('a process left by a killed supervisor', () => {
  /** Makes the folder of a supervisor that was killed by `kill -9` while one child was running. */
  const leaveBehind = async (change: object = {}) => {
    const { supervisor, folder, starts } = await newSupervisor();
    await supervisor.start(toyChild(starts, stayAlive));
    const child = identifyProcess(supervisor.pids.toy);
    const later = temporaryFolder();
    const { children } = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { children: object[] };
    const recorded = children.map((each) => ({ ...each, ...change }));
    writeFileSync(join(later, 'state.json'), JSON.stringify({ children: recorded }));
    writeFileSync(join(later, 'lock'), JSON.stringify({ pid: process.pid, startTime: 'of a dead process' }));
    return { folder, later, child };
  };

  it('the next start ends a process that a killed supervisor has left', async () => {
    const { later, child } = await leaveBehind();
    const lines: string[] = [];
    await takeOverFolder(later, (line) => lines.push(line));
    expect(lines).toEqual(['Ended what a killed start had left behind: toy.']);
    expect(isAlive(child)).toBe(false);
  });

  it('the next start does not end a new process with the pid of an old one', async () => {
    const { later, child } = await leaveBehind({ startTime: 'of an earlier process' });
    await takeOverFolder(later);
    expect(isAlive(child)).toBe(true);
  });

  it('a second start is refused while the supervisor lives, and ends no process', async () => {
    const { folder, child } = await leaveBehind();
    await expect(takeOverFolder(folder)).rejects.toThrow(`already runs in ${folder} (process ${process.pid})`);
    expect(isAlive(child)).toBe(true);
  });
});
