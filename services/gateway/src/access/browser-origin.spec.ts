import { describe, expect, it } from '@jest/globals';
import { isFromOwnPages, isOwnOrigin } from './browser-origin.js';

const site = { host: 'hearsay.example:8443', isOverTls: true };

describe('where an unsafe request comes from', () => {
  it.each([
    ['no browser: neither header', {}, true],
    ['our page', { 'sec-fetch-site': 'same-origin' }, true],
    ['our page, by an older browser', { origin: 'https://hearsay.example:8443' }, true],
    [
      'our page, though the browser sees another site',
      { 'sec-fetch-site': 'same-site', origin: 'https://hearsay.example:8443' },
      true,
    ],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['another site, by an older browser', { origin: 'https://evil.example' }, false],
    ['another port', { origin: 'https://hearsay.example' }, false],
    ['another scheme', { origin: 'http://hearsay.example:8443' }, false],
    ['no scheme', { origin: 'hearsay.example:8443' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['another site without Origin', { 'sec-fetch-site': 'cross-site' }, false],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, false],
  ])('%s', (_name, headers, isOwn) => {
    expect(isFromOwnPages(headers, site)).toBe(isOwn);
  });

  it('compares hosts without regard to case, and never without one', () => {
    expect(isOwnOrigin('https://HEARSAY.example', { host: 'Hearsay.Example', isOverTls: true })).toBe(true);
    expect(isOwnOrigin('https://hearsay.example', { host: '', isOverTls: true })).toBe(false);
  });

  it.each([
    ['http://hearsay.example', 'hearsay.example', false, true],
    ['http://hearsay.example', 'hearsay.example:80', false, true],
    ['https://hearsay.example', 'hearsay.example:443', true, true],
    ['https://hearsay.example', 'hearsay.example', false, false],
    ['http://hearsay.example', 'hearsay.example', true, false],
    ['ws://hearsay.example', 'hearsay.example', false, false],
    ['http://[::1]:4300', '[::1]:4300', false, true],
  ])('%s is ours at %s, over TLS %s: %s', (origin, host, isOverTls, isOwn) => {
    expect(isOwnOrigin(origin, { host, isOverTls })).toBe(isOwn);
  });
});
