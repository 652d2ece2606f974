import { describe, expect, it } from '@jest/globals';
import { isFromOwnPages, isOwnOrigin } from './browser-origin.js';

const host = 'hearsay.example:8443';

describe('where an unsafe request comes from', () => {
  it.each([
    ['no browser: neither header', {}, true],
    ['our page', { 'sec-fetch-site': 'same-origin' }, true],
    ['our page, by an older browser', { origin: 'https://hearsay.example:8443' }, true],
    ['our page, though the browser sees another site', { 'sec-fetch-site': 'same-site', origin: 'https://hearsay.example:8443' }, true],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['another site, by an older browser', { origin: 'https://evil.example' }, false],
    ['another port', { origin: 'https://hearsay.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, false],
  ])('%s', (_name, headers, isOwn) => {
    expect(isFromOwnPages(headers, () => host)).toBe(isOwn);
  });

  it('compares hosts without regard to case, and never without one', () => {
    expect(isOwnOrigin('https://HEARSAY.example', 'Hearsay.Example')).toBe(true);
    expect(isOwnOrigin('https://hearsay.example', undefined)).toBe(false);
  });
});
