import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@hearsay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { endCommands, runCommand } from './run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearsay-local-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a command', () => {
  it('returns its exit code', async () => {
    expect(await runCommand(process.execPath, ['-e', ''])).toBe(0);
    expect(await runCommand(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
  });

  it('that still runs is ended, and its callers get a result', async () => {
    const file = join(folder, 'pid');
    const script = `fs.writeFileSync(${JSON.stringify(`${file}.new`)}, String(process.pid)); fs.renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)}); setInterval(() => {}, 1000)`;
    const code = runCommand(process.execPath, ['-e', script]);
    await eventually('it has begun', () => existsSync(file));
    await endCommands();
    expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
    expect(await code).toBe(128);
    await endCommands();
  });

  it('is ended together with its workers, even if they ignore the disconnect', async () => {
    const file = join(folder, 'pids');
    const worker = `process.on('disconnect', () => {}); setInterval(() => {}, 1000); process.send(process.pid)`;
    const script = `
      const worker = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(worker)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      worker.once('message', (pid) => { fs.writeFileSync(${JSON.stringify(`${file}.new`)}, JSON.stringify([process.pid, pid])); fs.renameSync(${JSON.stringify(`${file}.new`)}, ${JSON.stringify(file)}); });`;
    const code = runCommand(process.execPath, ['-e', script], { hasWorkers: true });
    await eventually('both have begun', () => existsSync(file));
    await endCommands();
    const pids = JSON.parse(readFileSync(file, 'utf8')) as number[];
    const alive = pids.filter(isAlive);
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    expect(alive).toEqual([]);
    expect(await code).toBe(128);
  });

  it('in the background has the lowest priority, also in its session if there is one', async () => {
    const file = join(folder, 'niceness');
    const script = `
      const session = () => fs.existsSync('/proc/self/autogroup') ? fs.readFileSync('/proc/self/autogroup', 'utf8') : '';
      const tell = () => fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify([os.getPriority(), session()]));
      // Its session is told right behind its start.
      const timer = setInterval(() => { if (session() === '' || session().endsWith('nice 19\\n')) { clearInterval(timer); tell(); } }, 5);`;
    expect(await runCommand(process.execPath, ['-e', script], { standsBack: true })).toBe(0);
    const [niceness, session] = JSON.parse(readFileSync(file, 'utf8')) as [number, string];
    expect(niceness).toBe(19);
    expect(session).toMatch(/^$| nice 19\n$/);
  });
});
