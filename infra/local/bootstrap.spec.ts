import { chownSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isInstalled, isNewEnough, nodeAdvice } from './bootstrap.mjs';
import { sourceStamp } from './build.ts';
import { checkOwner } from './paths.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hearsay-local-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const touch = (file: string, seconds: number) => utimesSync(join(root, file), seconds, seconds);

describe('Node', () => {
  it.each([
    ['v20.20.2', false],
    ['v24.11.1', false],
    ['v24.12.0', true],
    ['v24.21.0', true],
    ['v26.10.0', true],
  ])('%s is new enough: %s', (version, answer) => {
    expect(isNewEnough(version)).toBe(answer);
  });

  it('gets a clear error message if npm cannot install it', () => {
    expect(nodeAdvice('v20.0.0', 'darwin', 'arm64')).toMatch(
      /needs Node 24\.12 or newer; this is v20\.0\.0.*darwin-arm64.*nodejs\.org/,
    );
  });
});

describe('the home folder', () => {
  it('of another user is refused with a remedy, but an own or missing one is accepted', () => {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(root, 12_345, 12_345);
    const foreign = isRoot ? root : '/';
    expect(() => checkOwner(foreign)).toThrow(/belongs to another user.*chown/);
    expect(() => checkOwner(join(tmpdir(), 'hearsay-is-not-here'))).not.toThrow();
    if (isRoot) chownSync(root, 0, 0);
    expect(() => checkOwner(root)).not.toThrow();
  });
});

describe('packages', () => {
  it('are installed if there are none, and again if the lock file is newer', () => {
    writeFileSync(join(root, 'package-lock.json'), '{}');
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, 'node_modules'));
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
    touch('package-lock.json', 1_000);
    touch('node_modules/.package-lock.json', 2_000);
    expect(isInstalled(root)).toBe(true);
    touch('package-lock.json', 3_000);
    expect(isInstalled(root)).toBe(false);
  });
});

describe('the stamp of sources', () => {
  it('changes only if a file is added, changed or removed', () => {
    mkdirSync(join(root, 'src/deep'), { recursive: true });
    writeFileSync(join(root, 'src/deep/a.ts'), 'one');
    touch('src/deep/a.ts', 1_000);
    const first = sourceStamp(root, ['src', 'missing.json']);
    expect(sourceStamp(root, ['src', 'missing.json'])).toBe(first);
    touch('src/deep/a.ts', 2_000);
    expect(sourceStamp(root, ['src'])).not.toBe(first);
    touch('src/deep/a.ts', 1_000);
    writeFileSync(join(root, 'src/b.ts'), 'two');
    expect(sourceStamp(root, ['src'])).not.toBe(first);
    rmSync(join(root, 'src/b.ts'));
    expect(sourceStamp(root, ['src', 'missing.json'])).toBe(first);
  });
});
