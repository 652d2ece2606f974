import { Refusal } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { Slots } from './slots.js';

const taken = (slots: Slots, accountId: string | null, address: string) => {
  try {
    return slots.take({ accountId, address });
  } catch (error) {
    return (error as Refusal).code;
  }
};

describe('slots', () => {
  it.each([
    ['the process', { perProcess: 2, perAccount: 9, perAddress: 9 }, ['c', '3']],
    ['an account', { perProcess: 9, perAccount: 2, perAddress: 9 }, ['a', '3']],
    ['an address', { perProcess: 9, perAccount: 9, perAddress: 2 }, ['c', '1']],
  ] as const)('are capped for %s, and free again after their return', (_of, caps, [account, address]) => {
    const slots = new Slots(caps, 'Too many');
    const first = taken(slots, 'a', '1') as () => void;
    taken(slots, 'a', '1');
    expect(taken(slots, account, address)).toBe('unavailable');
    first();
    first();
    expect(taken(slots, account, address)).toBeInstanceOf(Function);
    expect(taken(slots, account, address)).toBe('unavailable');
  });

  it('if all slots are taken, the refusal says when to try again', () => {
    const slots = new Slots({ perProcess: 0, perAccount: 1, perAddress: 1 }, 'Too many');
    expect(() => slots.take({ accountId: null, address: '1' })).toThrow(
      new Refusal('unavailable', 'Too many', { retryAfter: 5 }),
    );
  });
});
