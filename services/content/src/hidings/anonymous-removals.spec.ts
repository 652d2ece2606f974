import { randomUUID } from 'node:crypto';
import { steadyNow } from '@hearsay/contracts';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { removalSpanOf, removalTimeOf } from './anonymous-plan.js';
import { AnonymousRemovals, scheduleEveryMs } from './anonymous-removals.js';

const seals = new SealedAuthors(randomSealKeys(), 'content');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const begunAt = '2026-11-20T10:00:00.000Z';
const erasedAt = '2026-11-23T10:00:00.000Z';
const span = removalSpanOf({ begunAt, erasedAt });

interface Author {
  readonly plan: { readonly authorId: AuthorId; readonly seed: string };
  readonly posts: readonly string[];
}
const authorOf = (seed: string, count: number): Author => ({
  plan: { authorId: randomUUID() as AuthorId, seed },
  posts: Array.from({ length: count }, (_, index) => `${seed}-${index}`),
});
const ownMoments = ({ plan, posts }: Author) =>
  new Map(posts.map((id) => [id, Math.trunc(removalTimeOf(plan, id, span))]));

class Posts {
  readonly removedAt = new Map<string, number>();
  readonly leftMs: number[] = [];
  readonly failing = new Set<string>();
  readonly warnings: unknown[] = [];
  reads = 0;

  constructor(readonly authors: readonly Author[]) {}

  removals(random?: () => number) {
    return new AnonymousRemovals({
      pool: {
        query: async (text: string, values?: readonly unknown[]) => ({ rows: this.#rows(text, values) }),
      } as never,
      pipeline: {
        execute: (async (_: unknown, { contentId }: { contentId: string }, { deadline }: { deadline: number }) => {
          this.leftMs.push(deadline - steadyNow());
          if (this.failing.delete(contentId)) throw new Error('away');
          this.removedAt.set(contentId, Date.now());
        }) as never,
      },
      seals,
      log: { warn: (warning: unknown) => void this.warnings.push(warning) } as never,
      now: () => Date.now(),
      ...(random && { random }),
    });
  }

  #rows(text: string, values?: readonly unknown[]): object[] {
    if (text.startsWith('update')) return [];
    if (!text.includes('from questions')) {
      return this.authors.map(({ plan }) => ({
        removalId: plan.seed,
        sealed: seals.seal(JSON.stringify(plan)),
        begunAt,
        erasedAt,
      }));
    }
    this.reads += 1;
    const author = this.authors.find(({ plan }) => seals.tagOf(plan.authorId) === values?.[0])!;
    if (this.failing.has(author.plan.seed)) throw new Error('away');
    const left = author.posts.filter((id) => !this.removedAt.has(id));
    return left.map((id) => ({ contentType: 'question', contentId: id, questionId: id }));
  }
}

const runFor = async (days: number, posts: Posts, random?: () => number) => {
  const removals = posts.removals(random);
  void removals.scheduleRemovals();
  setInterval(() => void removals.scheduleRemovals(), scheduleEveryMs);
  await jest.advanceTimersByTimeAsync(days * dayMs);
  await removals.stop();
};

beforeEach(() => void jest.useFakeTimers({ now: span.from }));
afterEach(() => void jest.useRealTimers());

describe('removals of anonymous posts of a deleted account', () => {
  it('each post is removed at its planned millisecond, not when the sweep runs', async () => {
    const author = authorOf('spread', 60);
    const posts = new Posts([author]);
    await runFor(28, posts);
    const own = ownMoments(author);
    expect([...posts.removedAt].map(([id, at]) => Math.abs(at - own.get(id)!) <= 1)).toEqual(Array(60).fill(true));
    expect(new Set([...posts.removedAt.values()].map((at) => Math.trunc(at / 1000) % 60)).size).toBeGreaterThan(20);
    expect(posts.leftMs.map((left) => Math.round(left / 1000))).toEqual(Array(60).fill(30));
  });

  it('after an outage, overdue removals are spread over the remaining time', async () => {
    const author = authorOf('away', 20);
    const late = [...ownMoments(author)].filter(([, at]) => at < span.from + 14 * dayMs).map(([id]) => id);
    expect(late.length).toBeGreaterThan(5);
    jest.setSystemTime(span.from + 14 * dayMs);
    const posts = new Posts([author]);
    let drawn = 0;
    await runFor(14, posts, () => {
      drawn += 1;
      return (drawn % late.length) / late.length;
    });
    const times = late.map((id) => posts.removedAt.get(id)!).sort((a, b) => a - b);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    for (const gap of gaps) expect(gap).toBeGreaterThan(6 * hourMs);
    expect(posts.removedAt.size).toBe(20);
  });

  it('a failed removal is retried later, and the others continue', async () => {
    const author = authorOf('failing', 10);
    const [first] = [...ownMoments(author)].sort(([, a], [, b]) => a - b)[0]!;
    const posts = new Posts([author]);
    posts.failing.add(first);
    await runFor(28, posts);
    expect(posts.warnings).toHaveLength(1);
    const own = ownMoments(author);
    for (const [id, at] of posts.removedAt)
      if (id !== first) expect(Math.abs(at - own.get(id)!)).toBeLessThanOrEqual(1);
    expect(posts.removedAt.size).toBe(10);
    expect(posts.removedAt.get(first)).toBeGreaterThan(own.get(first)!);
  });

  it('a failing plan does not stop the plans of other accounts', async () => {
    const posts = new Posts([authorOf('broken', 3), authorOf('whole', 3)]);
    posts.failing.add('broken');
    await runFor(28, posts);
    expect([...posts.removedAt.keys()].sort()).toEqual(['whole-0', 'whole-1', 'whole-2']);
    expect(posts.warnings.length).toBeGreaterThan(0);
  });

  it('the posts of a plan are read once an hour, however many are removed', async () => {
    const posts = new Posts([authorOf('hourly', 3000)]);
    await runFor(1, posts);
    expect(posts.removedAt.size).toBeGreaterThan(50);
    expect(posts.reads).toBeLessThanOrEqual(25);
  });

  it('no post is removed after the service has stopped', async () => {
    const posts = new Posts([authorOf('stopped', 3)]);
    const removals = posts.removals();
    jest.setSystemTime(span.to);
    void removals.scheduleRemovals();
    await removals.stop();
    await jest.advanceTimersByTimeAsync(dayMs);
    expect(posts.removedAt.size).toBe(0);
  });
});
