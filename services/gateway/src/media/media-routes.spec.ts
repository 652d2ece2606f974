import { describe, expect, test } from '@jest/globals';
import { parseRange } from './media-routes.js';

const etag = '"key"';
const of = (range?: string, ifRange?: string, size = 1000) => parseRange(size, { range, ifRange, etag });

describe('a requested range of 1,000 bytes', () => {
  test.each([
    ['bytes=0-0', { from: 0, to: 0 }],
    ['bytes=0-999', { from: 0, to: 999 }],
    ['bytes=0-', { from: 0, to: 999 }],
    ['bytes=999-', { from: 999, to: 999 }],
    ['bytes=500-5000', { from: 500, to: 999 }],
    ['bytes=-1', { from: 999, to: 999 }],
    ['bytes=-1000', { from: 0, to: 999 }],
    ['bytes=-5000', { from: 0, to: 999 }],
    // Range units are case-insensitive (RFC 9110, section 14.1).
    ['Bytes=5-9', { from: 5, to: 9 }],
  ])('%s selects a part of the file', (range, part) => expect(of(range)).toEqual(part));

  test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('%s is outside', (range) => expect(of(range)).toBe('none'));

  test.each([
    undefined,
    '',
    'bytes=-',
    'bytes=5-4',
    'bytes=a-b',
    'items=0-1',
    'bytes=0-1,5-6',
    'bytes=0-99999999999999999999',
  ])('%s counts as no range', (range) => expect(of(range)).toBe('all'));

  test('a range is ignored if If-Range names another representation', () => {
    expect(of('bytes=0-1', etag)).toEqual({ from: 0, to: 1 });
    expect(of('bytes=0-1', '"other"')).toBe('all');
    expect(of('bytes=0-1', `W/${etag}`)).toBe('all');
    expect(of('bytes=0-1', 'Sun, 22 Nov 2026 05:00:00 GMT')).toBe('all');
  });
});
