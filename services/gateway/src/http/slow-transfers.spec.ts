import { afterEach, describe, expect, it } from '@jest/globals';
import { SlowTransfers } from './slow-transfers.js';

const hour = 3_600_000;
let transfers: SlowTransfers;

const survived = (perWindow: readonly number[], isWaitingForUs = false): number => {
  transfers = new SlowTransfers(hour, 1000);
  let bytes = 0;
  let isCut = false;
  transfers.watch({ bytes: () => bytes, isWaitingForUs: () => isWaitingForUs, cut: () => (isCut = true) });
  transfers.check();
  for (const [at, moved] of perWindow.entries()) {
    bytes += moved;
    transfers.check();
    if (isCut) return at;
  }
  return perWindow.length;
};

describe('slow transfers', () => {
  afterEach(() => transfers.stop());

  it.each([
    ['nothing', [0, 0], 0],
    ['a byte at a time', [1, 1], 0],
    ['enough, then too little', [1000, 1000, 999], 2],
    ['much, then nothing', [1_000_000, 0], 1],
    ['enough all the time', [1000, 1000, 1000], 3],
  ])('transfers are cut when the client moves %s', (_what, perWindow, looks) => {
    expect(survived(perWindow)).toBe(looks);
  });

  it('a slow transfer is not cut while it waits for the gateway', () => {
    expect(survived([0, 0, 0], true)).toBe(3);
  });

  it('a transfer is not cut after its watch has ended', () => {
    transfers = new SlowTransfers(hour, 1000);
    let cuts = 0;
    const end = transfers.watch({ bytes: () => 0, isWaitingForUs: () => false, cut: () => (cuts += 1) });
    transfers.check();
    end();
    transfers.check();
    expect(cuts).toBe(0);
  });
});
