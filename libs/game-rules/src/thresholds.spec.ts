import { describe, expect, it } from '@jest/globals';
import { effectiveThreshold, isOpen } from './thresholds.js';

describe('thresholds', () => {
  it("a reply's own threshold overrides the threshold of its question", () => {
    expect(effectiveThreshold(0, 0)).toBe(0);
    expect(effectiveThreshold(0, 3)).toBe(3);
    expect(effectiveThreshold(1, 3)).toBe(1);
    expect(effectiveThreshold(5, 0)).toBe(5);
  });

  it('a text is open only after its threshold or a higher one was latched', () => {
    expect(isOpen(2, 3)).toBe(false);
    expect(isOpen(3, 3)).toBe(true);
    expect(isOpen(5, 3)).toBe(true);
  });

  it('a threshold of 0 leaves a text open from the start', () => {
    expect(isOpen(0, 0)).toBe(true);
  });
});
