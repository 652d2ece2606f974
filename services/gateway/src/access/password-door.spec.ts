import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { limitPresets } from './limit-rules.js';
import { PasswordDoor } from './password-door.js';
import { RateLimiter } from './rate-limiter.js';

const right = async () => 'in';
const failing = (code: 'unauthenticated' | 'forbidden' | 'unavailable') => () => Promise.reject(new Refusal(code));
const wrong = failing('unauthenticated');
const within = (count: number) => ({ count, seconds: 60 });
const times = (count: number, attempt: string) => Array.from({ length: count }, () => attempt);

describe('the limiter of password attempts', () => {
  let limiter: RateLimiter;
  let door: PasswordDoor;
  beforeEach(() => {
    const rules = {
      ...{ ...limitPresets.strict, login: within(1000), 'login-name': within(3), 'login-address': within(5) },
      ...{ 'login-browser': within(2), 'login-browsers': within(4) },
    };
    limiter = new RateLimiter(rules, () => Promise.reject(new Error('Redis is away')));
    door = new PasswordDoor(limiter);
  });
  afterEach(() => limiter.stop());

  const pass = (attempt: string, check: () => Promise<string>) => {
    const [username = '', address = '', knownBrowser = null] = attempt.split('/');
    return door.pass({ username, address, knownBrowser }, check).catch((error: Refusal) => error.code);
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

  it('counts failures only', async () => {
    const signIns = times(20, 'nora/a');
    expect(await outcomes(signIns, right)).toEqual(times(20, 'in'));
    expect(await outcomes(signIns, failing('unavailable'))).toEqual(times(20, 'unavailable'));
    expect(await pass('nora/a', right)).toBe('in');
  });

  it('admits no more concurrent attempts than sequential ones', async () => {
    const codes = await Promise.all(times(10, 'nora/a').map((attempt) => pass(attempt, wrong)));
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(3);
  });

  it('counts wrong passwords of signed-in people in the same way', async () => {
    const refused = await outcomes(times(4, 'nora/a'), failing('forbidden'));
    expect(refused).toEqual([...times(3, 'forbidden'), 'rate_limited']);
  });
});
