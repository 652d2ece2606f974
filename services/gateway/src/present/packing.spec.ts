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
});
