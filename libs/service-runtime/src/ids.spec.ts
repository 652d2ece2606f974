import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { idForCall, instantOfId, uuidv7, uuidv8 } from './ids.js';

describe('uuidv7', () => {
  it('uuidv7 makes a UUID of version 7', () => {
    expect(z.uuidv7().safeParse(uuidv7()).success).toBe(true);
  });

  it('uuidv7 makes ids that sort by their time', () => {
    const at = Date.UTC(2026, 0, 1);
    const ids = [uuidv7(at), uuidv7(at + 1), uuidv7(at + 60_000), uuidv7(at + 86_400_000)];
    expect([...ids].sort()).toEqual(ids);
  });

  it('an id of uuidv7 contains its time, unlike other ids', () => {
    const at = '2026-01-02T03:04:05.678Z';
    expect(instantOfId(uuidv7(Date.parse(at)))).toBe(at);
    expect(instantOfId(randomUUID())).toBeNull();
  });

  it('uuidv7 never makes the same id twice', () => {
    const at = Date.now();
    expect(new Set(Array.from({ length: 1000 }, () => uuidv7(at))).size).toBe(1000);
  });
});

describe('uuidv8', () => {
  it('uuidv8 makes a UUID of version 8 that is stable for a text', () => {
    expect(z.uuid({ version: 'v8' }).safeParse(uuidv8('another text')).success).toBe(true);
    expect(uuidv8('one text')).toBe('b94ddd8e-a665-86c0-8f83-c6c02e925f26');
  });
});

describe('the id of a call', () => {
  const now = '2026-01-02T03:04:05.678Z';

  it('the id of an act with a date depends only on date and key', () => {
    expect(idForCall({ now, idempotencyKey: 'seed:ask 1' })).toBe(idForCall({ now, idempotencyKey: 'seed:ask 1' }));
    expect(idForCall({ now, idempotencyKey: 'seed:ask 2' })).not.toBe(idForCall({ now, idempotencyKey: 'seed:ask 1' }));
    expect(z.uuidv7().safeParse(idForCall({ now, idempotencyKey: 'seed:ask 1' })).success).toBe(true);
  });

  it('the id of an act with a date keeps this value, because seeded data depends on it', () => {
    expect(idForCall({ now, idempotencyKey: 'seed:ask 1' })).toBe('019b7ca9-8f2e-7fc5-a79e-cb6df12295de');
    expect(idForCall({ now, idempotencyKey: 'seed:ask 2' })).toBe('019b7ca9-8f2e-76fe-b155-713d33f036e1');
    expect(idForCall({ now, idempotencyKey: 'seed:ask 3' })).toBe('019b7ca9-8f2e-7a28-922d-eb158156e7e2');
  });

  it('the id of an act without a date is random, so that it cannot be predicted', () => {
    expect(idForCall({ idempotencyKey: 'mine' })).not.toBe(idForCall({ idempotencyKey: 'mine' }));
  });
});
