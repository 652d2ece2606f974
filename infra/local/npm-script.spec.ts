import { chownSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkFolderName, isInstalled, isNodeNewEnough, nodeAdvice, noProxyWithLoopback } from './bootstrap.mjs';
import { hashSources } from './build.ts';
import { checkOwner, homeFiles } from './paths.mjs';
import { readRunningSystem } from './running-system.ts';
import { identifyProcess } from './servers/processes.ts';
import { removeTemporaryFolders, temporaryFolder } from './tests/temporary-folders.ts';

afterAll(removeTemporaryFolders);

describe('Node', () => {
  it.each([
    ['v20.20.2', false],
    ['v24.11.1', false],
    ['v24.12.0', true],
    ['v24.21.0', true],
    ['v26.10.0', true],
  ])('Node %s is new enough: %s', (version, answer) => {
    expect(isNodeNewEnough(version)).toBe(answer);
  });

  it('Node is reported as too old if npm cannot install a newer one', () => {
    expect(nodeAdvice('v20.0.0', 'darwin', 'arm64')).toMatch(
      /needs Node 24\.12 or newer; this is v20\.0\.0.*darwin-arm64.*nodejs\.org/,
    );
  });
});

describe('the folder name of a checkout', () => {
  it.each(["/home/maya/o'neill", '/home/maya/c#/hearsay', '/home/maya/why?', '/home/maya/a:b', '/home/maya/a\nb'])(
    'a checkout may not be in %j',
    (folder) => {
      expect(() => checkFolderName(folder)).toThrow(/cannot be built in .* Rename it/s);
    },
  );

  it.each(['/home/maya/hearsay', '/home/ü 日/a (1)&;,+@=~[x]{y}!^$z%20"', '/srv/a*b|c<d>`'])(
    'a checkout may be in %j',
    (folder) => {
      expect(() => checkFolderName(folder)).not.toThrow();
    },
  );
});

describe('NO_PROXY', () => {
  it.each([
    [undefined, '127.0.0.1,localhost,::1'],
    ['', '127.0.0.1,localhost,::1'],
    ['example.org', 'example.org,127.0.0.1,localhost,::1'],
    ['localhost, .example.org', 'localhost,.example.org,127.0.0.1,::1'],
    ['*', '*,127.0.0.1,localhost,::1'],
  ])('NO_PROXY %j becomes %j', (present, expected) => {
    expect(noProxyWithLoopback(present)).toBe(expected);
  });
});

describe('a folder', () => {
  const touch = (file: string, seconds: number) => utimesSync(file, seconds, seconds);

  it('a folder of another user is refused, with advice in the error', () => {
    const root = temporaryFolder();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(root, 12_345, 12_345);
    expect(() => checkOwner(isRoot ? root : '/')).toThrow(/belongs to another user.*chown/);
    expect(() => checkOwner(join(tmpdir(), 'hearsay-is-not-here'))).not.toThrow();
    if (isRoot) chownSync(root, 0, 0);
    expect(() => checkOwner(root)).not.toThrow();
  });

  it('packages are installed if they are missing or older than the lock file', () => {
    const root = temporaryFolder();
    const [lock, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((name) => join(root, name));
    writeFileSync(lock!, '{}');
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(installed!, '{}');
    touch(lock!, 1_000);
    touch(installed!, 2_000);
    expect(isInstalled(root)).toBe(true);
    touch(lock!, 3_000);
    expect(isInstalled(root)).toBe(false);
  });

  it('the stamp of a folder changes only if a file is added, changed or removed', () => {
    const root = temporaryFolder();
    const stamp = () => hashSources(root, ['src', 'missing.json']);
    const [known, added] = ['src/deep/a.ts', 'src/b.ts'].map((name) => join(root, name));
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    writeFileSync(known!, 'one');
    touch(known!, 1_000);
    const first = stamp();
    expect(stamp()).toBe(first);
    touch(known!, 2_000);
    expect(stamp()).not.toBe(first);
    touch(known!, 1_000);
    writeFileSync(added!, 'two');
    expect(stamp()).not.toBe(first);
    rmSync(added!);
    expect(stamp()).toBe(first);
  });
});

describe('the record of a running system', () => {
  const homeOf = (supervisor: { pid: number; startTime: string } | undefined) => {
    const home = temporaryFolder();
    const { running, environment } = homeFiles(home);
    writeFileSync(running, JSON.stringify({ url: 'http://127.0.0.1:1', logins: [], pids: {}, ports: {} }));
    writeFileSync(environment, '{}');
    writeFileSync(join(home, 'lock'), JSON.stringify(supervisor));
    return home;
  };

  it('the record of a running system is valid while its supervisor lives', () => {
    expect(readRunningSystem(homeOf(identifyProcess())).running.url).toBe('http://127.0.0.1:1');
  });

  it.each([
    ['the pid belongs to another process by now', { pid: process.pid, startTime: 'of an earlier process' }],
    ['no process has the pid', { pid: 999_999_999, startTime: 'of a dead process' }],
  ])('the record of a running system is invalid if %s', (_, supervisor) => {
    expect(() => readRunningSystem(homeOf(supervisor))).toThrow('npm start');
  });

  it('the record of a running system is missing if no system was started', () => {
    expect(() => readRunningSystem(join(temporaryFolder(), 'nothing'))).toThrow(
      'Hearsay does not run here. Start it first in another terminal: npm start',
    );
  });
});
