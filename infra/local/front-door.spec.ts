import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkFolderName, withLoopback } from './bootstrap.mjs';
import { homeFiles } from './paths.mjs';
import { runningSystem } from './running-system.ts';
import { identify } from './servers/processes.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';

afterEach(removeTemporaryFolders);

describe('the folder name of a checkout', () => {
  it.each(["/home/maya/o'neill", '/home/maya/c#/hearsay', '/home/maya/why?', '/home/maya/a:b', '/home/maya/a\nb'])(
    'may not be %j',
    (folder) => {
      expect(() => checkFolderName(folder)).toThrow(/cannot be built in .* Rename it/s);
    },
  );

  it.each(['/home/maya/hearsay', '/home/ü 日/a (1)&;,+@=~[x]{y}!^$z%20"', '/srv/a*b|c<d>`'])('may be %j', (folder) => {
    expect(() => checkFolderName(folder)).not.toThrow();
  });
});

describe('NO_PROXY', () => {
  it.each([
    [undefined, '127.0.0.1,localhost,::1'],
    ['', '127.0.0.1,localhost,::1'],
    ['example.org', 'example.org,127.0.0.1,localhost,::1'],
    ['localhost, .example.org', 'localhost,.example.org,127.0.0.1,::1'],
    ['*', '*,127.0.0.1,localhost,::1'],
  ])('%j becomes %j', (present, expected) => {
    expect(withLoopback(present)).toBe(expected);
  });
});

describe('the record of a running system', () => {
  const homeOf = (supervisor: { pid: number; startTime: string } | undefined) => {
    const home = temporaryFolder();
    const files = homeFiles(home);
    mkdirSync(home, { recursive: true });
    writeFileSync(
      files.running,
      JSON.stringify({ url: 'http://127.0.0.1:1', logins: [], pids: { supervisor: supervisor?.pid }, ports: {} }),
    );
    writeFileSync(files.environment, '{}');
    writeFileSync(files.state, JSON.stringify({ supervisor, children: [] }));
    return home;
  };

  it('is valid while its supervisor lives', () => {
    expect(runningSystem(homeOf(identify())).running.url).toBe('http://127.0.0.1:1');
  });

  it.each([
    ['the pid belongs to another process by now', { pid: process.pid, startTime: 'of an earlier process' }],
    ['no process has the pid', { pid: 999_999_999, startTime: 'of a dead process' }],
  ])('is invalid when %s', (_, supervisor) => {
    expect(() => runningSystem(homeOf(supervisor))).toThrow('npm start');
  });

  it('is missing if no system was started', () => {
    expect(() => runningSystem(join(temporaryFolder(), 'nothing'))).toThrow(
      'Hearsay does not run here. Start it first in another terminal: npm start',
    );
  });
});
