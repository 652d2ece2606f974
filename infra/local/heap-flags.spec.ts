import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { heapFlags } from './heap-flags.ts';

const program = fileURLToPath(new URL('./tests/old-space-collections.ts', import.meta.url));

const collectionsWith = (flags: readonly string[]): number =>
  Number(execFileSync(process.execPath, ['--expose-gc', ...flags, program], { encoding: 'utf8' }));

describe('the old space of a service', () => {
  it.each(['gateway', 'engagement'] as const)('is not collected for 40 MB of ageing objects: %s', (service) => {
    const flags = heapFlags(service);
    const withoutFloor = flags.filter((flag) => !flag.startsWith('--initial-old-space-size'));
    expect(collectionsWith(withoutFloor)).toBeGreaterThan(0);
    expect(collectionsWith(flags)).toBe(0);
  });
});
