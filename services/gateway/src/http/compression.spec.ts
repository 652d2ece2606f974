import { describe, expect, it } from '@jest/globals';
import { codingFor } from './compression.js';

const chosen = (header: string | undefined): string => {
  try {
    return codingFor(header);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['br;q=0.000', 'identity'],
    ['identity, br;q=0.5', 'identity'],
    ['*', 'br'],
    ['gzip;q=nonsense', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    ['*;q=0', 'not_acceptable'],
    ['identity;q=0', 'not_acceptable'],
    ['identity;q=0, deflate', 'not_acceptable'],
    ['*;q=0, gzip', 'gzip'],
    ['identity;q=0, br', 'br'],
  ])('%j is answered with %s', (header, coding) => {
    expect(chosen(header)).toBe(coding);
  });
});
