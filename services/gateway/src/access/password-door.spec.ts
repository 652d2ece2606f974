import { Refusal } from '@hearsay/contracts';
import { afterEach, describe, expect, it } from '@jest/globals';
import { limitPresets } from './limit-rules.js';
import { PasswordDoor } from './password-door.js';
import { RateLimiter } from './rate-limiter.js';

const alone = async () => {
  throw new Error('Redis is away');
};
const right = async () => 'in';
const wrong = () => Promise.reject(new Refusal('unauthenticated'));

describe('the limiter of password attempts', () => {
  let limiter: RateLimiter;
  const door = () => {
    const many = { count: 1000, seconds: 60 };
    const rules = {
      ...limitPresets.strict,
      login: many,
      'login-name': { count: 3, seconds: 60 },
      'login-address': { count: 5, seconds: 60 },
    };
    limiter = new RateLimiter(
      { ...rules, 'login-browser': { count: 2, seconds: 60 }, 'login-browsers': { count: 4, seconds: 60 } },
      alone,
    );
    return new PasswordDoor(limiter);
  };
  afterEach(() => limiter.stop());
  const outcomes = async (
    opened: PasswordDoor,
    attempts: readonly [string, string, (string | null)?][],
    check: () => Promise<string>,
  ) => {
    const codes: string[] = [];
    for (const [username, address, knownBrowser = null] of attempts) {
      codes.push(await opened.pass({ username, address, knownBrowser }, check).catch((error: Refusal) => error.code));
    }
    return codes;
  };

  it('blocks a name in any spelling after its failures from anywhere', async () => {
    const opened = door();
    await outcomes(
      opened,
      [
        ['Nora', 'a'],
        ['NORA ', 'b'],
        ['ｎora', 'c'],
      ],
      wrong,
    );
    expect(
      await outcomes(
        opened,
        [
          ['nora', 'd'],
          ['max', 'd'],
        ],
        right,
      ),
    ).toEqual(['rate_limited', 'in']);
  });

  it('blocks an address after its failures with any names', async () => {
    const opened = door();
    await outcomes(
      opened,
      ['one', 'two', 'three', 'four', 'five'].map((name) => [name, 'a'] as [string, string]),
      wrong,
    );
    expect(
      await outcomes(
        opened,
        [
          ['six', 'a'],
          ['six', 'b'],
        ],
        right,
      ),
    ).toEqual(['rate_limited', 'in']);
  });

  it('counts failures only', async () => {
    const opened = door();
    const signIns = Array.from({ length: 20 }, () => ['nora', 'a'] as [string, string]);
    expect(new Set(await outcomes(opened, signIns, right))).toEqual(new Set(['in']));
    const outages = await outcomes(opened, signIns, () => Promise.reject(new Refusal('unavailable')));
    expect(new Set(outages)).toEqual(new Set(['unavailable']));
    expect(await outcomes(opened, [['nora', 'a']], right)).toEqual(['in']);
  });

  it('admits no more concurrent attempts than sequential ones', async () => {
    const opened = door();
    const attempts = Array.from({ length: 10 }, () =>
      opened.pass({ username: 'nora', address: 'a', knownBrowser: null }, wrong),
    );
    const codes = (await Promise.allSettled(attempts)).map((attempt) => (attempt as PromiseRejectedResult).reason.code);
    expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(3);
  });

  it('admits a known browser after failures elsewhere, and counts its own', async () => {
    const opened = door();
    await outcomes(
      opened,
      Array.from({ length: 10 }, () => ['nora', 'a'] as [string, string]),
      wrong,
    );
    expect(
      await outcomes(
        opened,
        [
          ['nora', 'a'],
          ['nora', 'a', 'browser'],
        ],
        right,
      ),
    ).toEqual(['rate_limited', 'in']);
    await outcomes(
      opened,
      [
        ['nora', 'a', 'browser'],
        ['nora', 'a', 'browser'],
      ],
      wrong,
    );
    expect(
      await outcomes(
        opened,
        [
          ['nora', 'z', 'browser'],
          ['nora', 'z', 'another'],
        ],
        right,
      ),
    ).toEqual(['rate_limited', 'in']);
  });

  it('blocks all known browsers after a total of failures for a name', async () => {
    const opened = door();
    const ofHarvested = (name: string, ids: string[]) =>
      outcomes(
        opened,
        ids.map((id) => [name, 'a', id] as [string, string, string]),
        wrong,
      );
    expect(await ofHarvested('nora', ['1', '2', '3', '4', '5'])).toEqual([
      ...Array.from({ length: 4 }, () => 'unauthenticated'),
      'rate_limited',
    ]);
    expect(await ofHarvested('max', ['1'])).toEqual(['unauthenticated']);
  });

  it('counts wrong passwords of signed-in people in the same way', async () => {
    const opened = door();
    const refused = await outcomes(
      opened,
      Array.from({ length: 4 }, () => ['nora', 'a'] as [string, string]),
      () => Promise.reject(new Refusal('forbidden')),
    );
    expect(refused).toEqual(['forbidden', 'forbidden', 'forbidden', 'rate_limited']);
  });
});
