import { randomUUID } from 'node:crypto';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { openPlan, removalSpanOf, removalTimeOf, sealPlan } from './anonymous-plan.js';

const seals = new SealedAuthors(randomSealKeys(), 'content');
const hourMs = 3_600_000;
const begunAt = '2026-11-20T10:00:00.000Z';
const after = (hours: number) => Date.parse(begunAt) + hours * hourMs;

describe('the plan for anonymous posts of a deleted account', () => {
  it.each([
    ['right after 72 hours', 72, 72, 720],
    ['when the erasure comes late', 100, 100, 720],
    ['when content heard of the deletion later than it was', 10, 72, 720],
    ['when the erasure comes after a month', 800, 800, 800],
  ])('removes posts between hour 72 and day 30: %s', (_, erased, from, to) => {
    expect(removalSpanOf({ begunAt, erasedAt: new Date(after(erased)).toISOString() })).toEqual({
      from: after(from),
      to: after(to),
    });
  });

  it('each post has its own fixed time, and these times are spread over the whole span', () => {
    const plan = openPlan(seals, sealPlan(seals, randomUUID() as AuthorId))!;
    const span = { from: 0, to: 1000 };
    const ids = Array.from({ length: 400 }, () => randomUUID());
    const moments = ids.map((id) => removalTimeOf(plan, id, span));
    expect(ids.map((id) => removalTimeOf(plan, id, span))).toEqual(moments);
    for (let part = 0; part < 1000; part += 250)
      expect(moments.filter((at) => at >= part && at < part + 250).length).toBeGreaterThan(50);
    const other = openPlan(seals, sealPlan(seals, plan.authorId))!;
    expect(removalTimeOf(other, ids[0]!, span)).not.toBe(moments[0]);
  });

  it('a sealed plan has the same length whether the posts stay or not', () => {
    expect(sealPlan(seals, null)).toHaveLength(sealPlan(seals, randomUUID() as AuthorId).length);
  });
});
