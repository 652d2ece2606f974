import { describe, expect, it } from '@jest/globals';
import { accepts } from './compression.js';

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br', true, true],
    ['gzip;q=0.5', false, true],
    ['br;q=0, gzip;q=0', false, false],
    ['*', true, true],
    ['*;q=0', false, false],
    ['identity', false, false],
    ['', false, false],
    [undefined, false, false],
    ['gzip;q=nonsense', false, false],
  ])('%j takes brotli: %j, gzip: %j', (header, br, gzip) => {
    expect([accepts(header, 'br'), accepts(header, 'gzip')]).toEqual([br, gzip]);
  });
});
