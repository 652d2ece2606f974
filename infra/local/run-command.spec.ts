import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@hearsay/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { lowestPriorityCommand } from './load.ts';
import { endCommands, runCommand } from './run-command.ts';
import { identifyProcess, isAlive, readJson } from './servers/processes.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';

afterAll(removeTemporaryFolders);

/** A program that writes its pid into a file and keeps running. */
const lasting = (file: string) =>
  `fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); process.on('disconnect', () => {}); setInterval(() => {}, 1000);`;

describe('a command', () => {
  it('a command returns its exit code', async () => {
    expect(await runCommand(process.execPath, ['-e', ''])).toBe(0);
    expect(await runCommand(process.execPath, ['-e', 'process.exit(7)'])).toBe(7);
  });

  it.each([
    ['ends, and its callers get a result', false],
    ['ends together with its workers, even if they ignore the disconnect', true],
  ])('at `endCommands`, a running command %s', async (_rule, hasWorkers) => {
    const [own, worker] = ['own', 'worker'].map((name) => join(temporaryFolder(), name)) as [string, string];
    const files = hasWorkers ? [own, worker] : [own];
    const options = "{ stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }";
    const begin = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(lasting(worker))}], ${options});`;
    const code = runCommand(process.execPath, ['-e', lasting(own) + (hasWorkers ? begin : '')], { hasWorkers });
    await eventually('all have begun', () => files.every((file) => existsSync(file) && readFileSync(file).length > 0));
    const identities = files.map((file) => identifyProcess(readJson<number>(file)));
    expect(identities.every(isAlive)).toBe(true);
    await endCommands();
    expect(identities.some(isAlive)).toBe(false);
    expect(await code).toBe(128);
  });

  it('a command in the background gets the lowest priority', async () => {
    const file = join(temporaryFolder(), 'niceness');
    const script = `
      const session = fs.existsSync('/proc/self/autogroup') ? fs.readFileSync('/proc/self/autogroup', 'utf8') : '';
      fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify([os.getPriority(), session]));`;
    const [program = '', ...args] = [...lowestPriorityCommand, process.execPath, '-e', script];
    expect(await runCommand(program, args, { hasWorkers: true })).toBe(0);
    expect(readJson(file)).toEqual([19, expect.stringMatching(/^$| nice 19\n$/)]);
  });
});
