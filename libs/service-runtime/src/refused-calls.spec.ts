import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RefusedCalls } from './nest.js';

describe('refused calls', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('refused calls are logged at once, and then counted in one line a second', () => {
    const lines: object[] = [];
    const refused = new RefusedCalls({ warn: (line: object) => void lines.push(line) });
    const refusal = new Refusal('unavailable');
    refusal.cause = new Error('connect ECONNREFUSED');
    for (let call = 0; call < 2000; call += 1) {
      refused.count(refusal);
      jest.advanceTimersByTime(10);
    }
    jest.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(21);
    expect(lines[0]).toEqual({ calls: 1, reason: 'connect ECONNREFUSED' });
    expect(lines.reduce((sum, line) => sum + (line as { calls: number }).calls, 0)).toBe(2000);
    refused.count(refusal);
    expect(lines).toHaveLength(22);
  });
});
