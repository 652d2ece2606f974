import { describe, expect, it } from '@jest/globals';
import { gatherAfter } from './gathering-group.js';

describe('the next group of a consumer', () => {
  it('gathers behind one of many events, for what is left of half a second', () => {
    expect(gatherAfter({ events: 64, leftMore: false }, 0)).toBe(500);
    expect(gatherAfter({ events: 1000, leftMore: false }, 120)).toBe(380);
  });

  it('follows at once when the last one took longer than that', () => {
    expect(gatherAfter({ events: 1000, leftMore: false }, 501)).toBe(0);
  });

  it('follows at once behind one of few events', () => {
    expect(gatherAfter({ events: 63, leftMore: false }, 0)).toBe(0);
  });

  it('follows at once when more was there than was taken', () => {
    expect(gatherAfter({ events: 1000, leftMore: true }, 0)).toBe(0);
  });
});
