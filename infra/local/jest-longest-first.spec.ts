import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import LongestFirst, { longest } from './jest-longest-first.ts';

const folder = mkdtempSync(join(tmpdir(), 'hearsay-order-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the order of files', () => {
  it('is what takes longest, then the largest', () => {
    const [first, second] = longest;
    const sizes = { 'small.int-spec.ts': 1, [second!]: 2, 'large.int-spec.ts': 30, [first!]: 4 };
    const tests = Object.entries(sizes).map(([name, size]) => {
      const path = join(folder, name);
      writeFileSync(path, 'x'.repeat(size));
      return { path };
    });
    const sorted = new LongestFirst().sort(tests);
    expect(sorted.map(({ path }) => basename(path))).toEqual([first, second, 'large.int-spec.ts', 'small.int-spec.ts']);
  });

  it('names no file that is gone', () => {
    const cwd = fileURLToPath(new URL('../..', import.meta.url));
    const files = ['libs/*/src/**', 'services/*/src/**', 'infra/local/**', 'infra/journeys', 'infra/k6'].flatMap(
      (below) => globSync(`${below}/*-spec.ts`, { cwd }),
    );
    const names = new Set(files.map((file) => basename(file)));
    expect(longest.filter((name) => !names.has(name))).toEqual([]);
  });
});
