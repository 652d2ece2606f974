import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { pack } from './packing.js';

describe('a packed answer', () => {
  it.each([[''], ['Was there ever a question? Ja, natürlich — 何度も'], ['and so on, '.repeat(30_000)]])(
    'is the text again when it is unpacked: %#',
    async (text) => {
      const packed = await pack(text);
      expect(gunzipSync(packed).toString()).toBe(text);
      if (text.length > 1000) expect(packed.length).toBeLessThan(text.length / 10);
    },
  );

  it('leaves nothing behind for the collector: with a stream of zlib a quarter of each answer would grow old', () => {
    const program = fileURLToPath(new URL('./promoted-bytes.suite.ts', import.meta.url));
    const flags = ['--expose-gc', '--single-threaded-gc', '--max-semi-space-size=16'];
    const output = execFileSync(
      process.execPath,
      [...flags, '--conditions=@hearsay/source', '--import', '@oxc-node/core/register', program],
      { encoding: 'utf8' },
    );
    const { passed, promoted, promotedIfKept } = JSON.parse(output) as {
      passed: number;
      promoted: number;
      promotedIfKept: number;
    };
    expect(promotedIfKept).toBeGreaterThan(passed / 2);
    expect(promoted).toBeLessThan(passed / 20);
  });
});
