import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { OriginCheck } from './origin-check.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const site = { host: 'hearsay.example', isOverTls: false };
const lines: [object, string][] = [];
const checkOf = () => {
  lines.length = 0;
  return new OriginCheck({ warn: (details: object, text?: string) => void lines.push([details, String(text)]) });
};
const forbidden = expect.objectContaining({ code: 'forbidden' });

it('counts refused origins into one line a minute that names Origin and Host', () => {
  const check = checkOf();
  const headers = { origin: 'http://hearsay.example:8080' };
  for (let call = 0; call < 100; call += 1) {
    expect(() => check.checkUnsafe(headers, site)).toThrow(Refusal);
    expect(() => check.checkSocket(headers, site)).toThrow(Refusal);
  }
  expect(lines).toHaveLength(1);
  expect(lines[0]).toEqual([
    { refused: 1, origin: 'http://hearsay.example:8080', host: 'hearsay.example', isOverTls: false },
    expect.stringMatching(/http:\/\/hearsay\.example:8080 .* http:\/\/hearsay\.example\. .*Host.*docs\/containers\.md/),
  ]);
  jest.advanceTimersByTime(600_000);
  expect(lines.map(([details]) => details)).toEqual([
    expect.objectContaining({ refused: 1 }),
    expect.objectContaining({ refused: 199 }),
  ]);
});

it.each([
  ['without Origin', {}],
  ['of a sandboxed frame', { origin: 'null' }],
  ['that the browser itself calls cross-site', { origin: 'https://evil.example' }],
])('says nothing of a refused request %s', (_name, headers) => {
  const check = checkOf();
  expect(() => check.checkUnsafe({ 'sec-fetch-site': 'cross-site', ...headers }, site)).toThrow(forbidden);
  expect(lines).toEqual([]);
});

it('lets through what comes from the own pages or from no browser', () => {
  const check = checkOf();
  for (const headers of [{}, { origin: 'http://hearsay.example' }]) {
    check.checkUnsafe(headers, site);
    check.checkSocket(headers, site);
  }
  expect(lines).toEqual([]);
});
