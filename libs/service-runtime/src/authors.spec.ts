import { randomUUID } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Authors, type ResolveAuthors } from './authors.js';
import type { AuthorId } from './sealed-authors.js';

const aMinuteMs = 60_000;
const newPair = () => ({ accountId: randomUUID(), authorId: randomUUID() as AuthorId });

describe('authors', () => {
  const known = new Set<ReturnType<typeof newPair>>();
  const asked: Parameters<ResolveAuthors>[0][] = [];
  let isAway = false;
  const authors = () =>
    new Authors(async (wanted) => {
      if (isAway) throw new Refusal('unavailable');
      asked.push(wanted);
      return [...known].filter(
        ({ accountId, authorId }) => wanted.accountIds.includes(accountId) || wanted.authorIds.includes(authorId),
      );
    });

  beforeEach(() => {
    jest.useFakeTimers();
    known.clear();
    asked.length = 0;
    isAway = false;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('authors are cached in both directions by one lookup', async () => {
    const pair = newPair();
    known.add(pair);
    const found = authors();
    expect(await found.authorOf(pair.accountId)).toBe(pair.authorId);
    expect((await found.accountsOf([pair.authorId])).get(pair.authorId)).toBe(pair.accountId);
    expect(asked).toHaveLength(1);
  });

  it('authors leave the cache within a minute after content destroys their pair', async () => {
    const pair = newPair();
    known.add(pair);
    const found = authors();
    await found.authorOf(pair.accountId);
    known.clear();
    for (let passed = 0; passed < aMinuteMs; passed += aMinuteMs / 6) {
      await found.authorOf(pair.accountId);
      jest.advanceTimersByTime(aMinuteMs / 6);
    }
    expect(await found.authorOf(pair.accountId)).toBeNull();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('an account without an author id is looked up again', async () => {
    const pair = newPair();
    const found = authors();
    expect(await found.authorOf(pair.accountId)).toBeNull();
    known.add(pair);
    expect(await found.authorOf(pair.accountId)).toBe(pair.authorId);
  });

  it('an erased author is looked up only once a minute', async () => {
    const { accountId, authorId } = newPair();
    const found = authors();
    for (let times = 0; times < 3; times += 1) expect((await found.accountsOf([authorId])).size).toBe(0);
    expect(asked).toHaveLength(1);
    expect(await found.authorOf(accountId)).toBeNull();
    jest.advanceTimersByTime(aMinuteMs);
    expect((await found.accountsOf([authorId])).size).toBe(0);
    expect(asked).toHaveLength(3);
    jest.advanceTimersByTime(aMinuteMs);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('authors are looked up in batches without duplicates', async () => {
    const pairs = Array.from({ length: 700 }, newPair);
    for (const pair of pairs) known.add(pair);
    const ids = pairs.map(({ accountId }) => accountId);
    expect((await authors().authorsOf([...ids, ...ids])).size).toBe(700);
    expect(asked.map(({ accountIds }) => accountIds.length)).toEqual([500, 200]);
  });

  it('authors are unavailable while content is down, unless they are cached', async () => {
    const [pair, other] = [newPair(), newPair()];
    known.add(pair);
    const found = authors();
    await found.authorOf(pair.accountId);
    isAway = true;
    expect(await found.authorOf(pair.accountId)).toBe(pair.authorId);
    await expect(found.authorOf(other.accountId)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
