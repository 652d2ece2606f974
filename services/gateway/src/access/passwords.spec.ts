import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limitPresets } from './limit-rules.js';
import { KnownBrowsers, PasswordLimiter } from './passwords.js';
import { RateLimiter } from './rate-limiter.js';

const right = async () => 'in';
const failing = (code: 'unauthenticated' | 'forbidden' | 'unavailable') => () => Promise.reject(new Refusal(code));
const wrong = failing('unauthenticated');
const within = (count: number) => ({ count, seconds: 60 });
const times = (count: number, attempt: string) => Array.from({ length: count }, () => attempt);

describe('the limiter of password attempts', () => {
  let rates: RateLimiter;
  let limiter: PasswordLimiter;
  beforeEach(() => {
    const rules = {
      ...{ ...limitPresets.strict, login: within(1000), 'login-name': within(3), 'login-address': within(5) },
      ...{ 'login-browser': within(2), 'login-browsers': within(4) },
    };
    rates = new RateLimiter(rules, () => Promise.reject(new Error('Redis is away')));
    limiter = new PasswordLimiter(rates);
  });
  afterEach(() => rates.stop());

  const pass = (attempt: string, check: () => Promise<string>) => {
    const [username = '', address = '', knownBrowser = null] = attempt.split('/');
    return limiter.runCheck({ username, address, knownBrowser }, check).catch((error: Refusal) => error.code);
  };
  /** Attempts are written as `name/address/known browser`. */
  const outcomes = async (attempts: readonly string[], check: () => Promise<string>) => {
    const codes: string[] = [];
    for (const attempt of attempts) codes.push(await pass(attempt, check));
    return codes;
  };

  it.each([
    ['a name in any spelling after its failures from anywhere', ['Nora/a', 'NORA /b', 'ｎora/c'], 'nora/d', 'max/d'],
    ['an address after its failures with any names', ['1/a', '2/a', '3/a', '4/a', '5/a'], '6/a', '6/b'],
    ['all but a known browser after failures elsewhere', times(10, 'nora/a'), 'nora/a', 'nora/a/browser'],
    ['a known browser after its own failures', times(2, 'nora/a/browser'), 'nora/z/browser', 'nora/z/another'],
    ['all known browsers after a total of failures', ['n/a/1', 'n/a/2', 'n/a/3', 'n/a/4'], 'n/a/5', 'max/a/1'],
  ])('blocks %s', async (_what, failures, blocked, other) => {
    await outcomes(failures, wrong);
    expect(await outcomes([blocked, other], right)).toEqual(['rate_limited', 'in']);
  });

  it('the password limiter counts only wrong passwords', async () => {
    const signIns = times(20, 'nora/a');
    expect(await outcomes(signIns, right)).toEqual(times(20, 'in'));
    expect(await outcomes(signIns, failing('unavailable'))).toEqual(times(20, 'unavailable'));
    expect(await pass('nora/a', right)).toBe('in');
  });

  it('the limit of wrong passwords holds for concurrent attempts too', async () => {
    const codes = await Promise.all(times(10, 'nora/a').map((attempt) => pass(attempt, wrong)));
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(3);
  });

  it('a wrong password counts as at a sign-in if a signed-in person enters it', async () => {
    const refused = await outcomes(times(4, 'nora/a'), failing('forbidden'));
    expect(refused).toEqual([...times(3, 'forbidden'), 'rate_limited']);
  });
});

const browsers = new KnownBrowsers(Buffer.alloc(32, 1));
const of = (username: string, generation = 'first') => ({ username, generation });
const kept = (setCookie: string) => setCookie.split(';')[0];

describe('a known browser', () => {
  it('a browser is known for any spelling of the name, but for no other account', () => {
    const header = kept(browsers.remember(undefined, of('Nora'), false));
    expect(browsers.idOf(header, of(' NORA'), false)).toMatch(/^[\w-]{22}$/);
    expect(browsers.idOf(header, of('max'), false)).toBeNull();
    expect(header).not.toMatch(/nora/i);
  });

  it('a known browser keeps its id of an account, and remembers the last five accounts', () => {
    const people = ['one', 'two', 'three', 'four', 'five', 'six'];
    let header: string | undefined;
    for (const username of people) header = kept(browsers.remember(header, of(username), false));
    const known = people.filter((username) => browsers.idOf(header, of(username), false) !== null);
    expect(known).toEqual(people.slice(1));
    const id = browsers.idOf(header, of('two'), false);
    header = kept(browsers.remember(header, of('two'), false));
    expect(browsers.idOf(header, of('two'), false)).toBe(id);
    expect(browsers.idOf(kept(browsers.remember(header, of('seven'), false)), of('two'), false)).toBe(id);
  });

  it('after a change of the account’s password, its known browsers are unknown', () => {
    const header = kept(browsers.remember(undefined, of('nora'), false));
    expect(browsers.idOf(header, of('nora', 'second'), false)).toBeNull();
    const renewed = kept(browsers.remember(header, of('nora', 'second'), false));
    expect(browsers.idOf(renewed, of('nora', 'second'), false)).not.toBeNull();
    expect(browsers.idOf(renewed, of('nora'), false)).not.toBeNull();
  });

  it('a known browser cannot be forged', () => {
    const forged = kept(new KnownBrowsers(Buffer.alloc(32, 2)).remember(undefined, of('nora'), false))!;
    const [id, mac] = forged.split('=')[1]!.split('.');
    const other = `${'A'.repeat(22)}.${mac}`;
    for (const value of [`${id}.${mac}`, `${id}.`, `${id}`, 'x', '.', ':', `${id}.${mac}.${mac}`, other])
      expect(browsers.idOf(`hearsay_browser=${value}`, of('nora'), false)).toBeNull();
  });

  it('the cookie of a known browser lasts a year, and scripts cannot read it', () => {
    expect(browsers.remember(undefined, of('nora'), true)).toMatch(
      /^__Host-hearsay_browser=[\w-]{22}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(browsers.idOf(kept(browsers.remember(undefined, of('nora'), false)), of('nora'), true)).toBeNull();
  });
});
