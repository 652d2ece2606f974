import { describe, expect, it } from '@jest/globals';
import { foldUsername, ReservedUsernames } from './usernames.js';

describe('usernames', () => {
  it.each([
    ['Ada', 'aDA'],
    ['  ada ', 'ada'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ﬁnn', 'finn'],
    ['Ａｄａ', 'ada'],
    ['zoe\u0301', 'zoé'],
  ])('%j and %j are the same name', (one, other) => {
    expect(foldUsername(one)).toBe(foldUsername(other));
  });

  it('that differ in more than case stay apart', () => {
    expect(foldUsername('ada')).not.toBe(foldUsername('adä'));
  });

  it('fold to a fixed point', () => {
    for (const name of ['İstanbul', 'ẞ', 'Ǆ', 'ΐ', 'ŉ', 'ﬀ']) expect(foldUsername(foldUsername(name))).toBe(foldUsername(name));
  });

  it('of the product and of the configuration are reserved in any case', () => {
    const reserved = new ReservedUsernames(['admin']);
    for (const name of ['Anonymous', '[ANON]', 'HEARSAY', 'Admin', 'ADMIN ']) expect(reserved.has(name)).toBe(true);
    expect(reserved.has('ada')).toBe(false);
    expect(reserved.has('anonymous-fan')).toBe(false);
  });
});
