import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isFromOwnPages, isOwnOrigin, OriginCheck } from './origin-check.js';

const ownSite = { host: 'hearsay.example:8443', isOverTls: true };

describe('the origin of an unsafe request', () => {
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
    expect(isFromOwnPages(headers, ownSite)).toBe(isOwn);
  });

  it.each([
    ['https://HEARSAY.example', 'Hearsay.Example', true, true],
    ['https://hearsay.example', '', true, false],
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

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const site = { host: 'hearsay.example', isOverTls: false };
const lines: [object, string][] = [];
const checkOf = () => {
  lines.length = 0;
  return new OriginCheck({ warn: (details: object, text?: string) => void lines.push([details, String(text)]) });
};
const forbidden = expect.objectContaining({ code: 'forbidden' });

it('refused origins are logged at most once a minute, with their number and the last', () => {
  const check = checkOf();
  const headers = { origin: 'http://hearsay.example:8080' };
  for (let call = 0; call < 100; call += 1) {
    expect(() => check.checkUnsafeRequest(headers, site)).toThrow(Refusal);
    expect(() => check.checkSocket(headers, site)).toThrow(Refusal);
  }
  const named = /http:\/\/hearsay\.example:8080 .* http:\/\/hearsay\.example\. .*Host.*docs\/containers\.md/;
  expect(lines).toEqual([[{ refused: 1, ...headers, ...site }, expect.stringMatching(named)]]);
  jest.advanceTimersByTime(600_000);
  expect(lines.map(([details]) => details)).toMatchObject([{ refused: 1 }, { refused: 199 }]);
});

it.each([
  ['without Origin', {}],
  ['of a sandboxed frame', { origin: 'null' }],
  ['that the browser itself calls cross-site', { origin: 'https://evil.example' }],
])('a refused request %s is not logged', (_name, headers) => {
  const check = checkOf();
  expect(() => check.checkUnsafeRequest({ 'sec-fetch-site': 'cross-site', ...headers }, site)).toThrow(forbidden);
  expect(lines).toEqual([]);
});

it('the origin check admits requests from own pages and from programs other than browsers', () => {
  const check = checkOf();
  for (const headers of [{}, { origin: 'http://hearsay.example' }]) {
    check.checkUnsafeRequest(headers, site);
    check.checkSocket(headers, site);
  }
  expect(lines).toEqual([]);
});
