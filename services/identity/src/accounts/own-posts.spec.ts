import { type CallContext, steadyNow } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { OwnPosts } from './own-posts.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a restore of posts', () => {
  it.each([
    ['stands still', 0],
    ['is set an hour back', -3_600_000],
    ['is set an hour ahead', 3_600_000],
  ])('gives content ten seconds when the clock %s', async (_, ms) => {
    jest.setSystemTime(Date.now() + ms);
    const deadlines: string[] = [];
    const posts = new OwnPosts({
      call: (async (_rpc: unknown, _input: unknown, { deadline }: CallContext) => {
        deadlines.push(deadline);
        return {};
      }) as never,
    });
    await posts.show('removal');
    expect(deadlines.map((deadline) => Math.round((Date.parse(deadline) - steadyNow()) / 1000))).toEqual([10]);
  });
});
