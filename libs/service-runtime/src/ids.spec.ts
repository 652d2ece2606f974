import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { uuidv7 } from './ids.js';

describe('uuidv7', () => {
  it('is a UUID of version 7', () => {
    expect(z.uuidv7().safeParse(uuidv7()).success).toBe(true);
  });

  it('sorts by the instant it was made for', () => {
    const at = Date.UTC(2026, 0, 1);
    const ids = [uuidv7(at), uuidv7(at + 1), uuidv7(at + 60_000), uuidv7(at + 86_400_000)];
    expect([...ids].sort()).toEqual(ids);
  });

  it('is never the same twice', () => {
    const at = Date.now();
    expect(new Set(Array.from({ length: 1000 }, () => uuidv7(at))).size).toBe(1000);
  });
});
