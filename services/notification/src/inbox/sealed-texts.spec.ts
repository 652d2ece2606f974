import { randomUUID } from 'node:crypto';
import { type NotificationKind, notificationRpc } from '@hearsay/contracts';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { applyMark, emptyReadState } from './reading.js';
import { openSummary, type Summary, sealReadState, sealSummary } from './sealed-texts.js';

const authors = new SealedAuthors(randomSealKeys(), 'notification');
const shortest: Summary = {
  ...{ contentType: null, contentId: null, questionId: null, actorId: null, actedAt: null, actId: null },
  ...{ count: 0, at: '2026-11-20T10:00:00.000Z', level: null, hasOwn: false },
};
const longest: Summary = {
  ...{ contentType: 'discussion', contentId: randomUUID(), questionId: randomUUID(), actorId: randomUUID() },
  ...{ actedAt: shortest.at, count: 2_147_483_647, at: shortest.at, level: 10, hasOwn: true, actId: randomUUID() },
};

describe('the sealed summary of a notification', () => {
  it('a sealed summary opens to the summary that was sealed', () => {
    for (const summary of [shortest, longest])
      for (const kind of ['boost', 'opening'] as const)
        expect(openSummary(authors, sealSummary(authors, summary, kind))).toEqual(summary);
  });

  it('release 0.9.0 reads count 0 for kinds that it does not know', () => {
    const countOf = (kind: NotificationKind) => authors.readJson<unknown[]>(sealSummary(authors, longest, kind))?.[5];
    const hidden = notificationRpc.NotificationKind.options.filter((kind) => countOf(kind) === 0);
    expect(hidden).toEqual(['opening', 'heard', 'role', 'answered', 'watched-answered']);
    expect(countOf('boost')).toBe(longest.count);
  });

  it('seals of all summaries have one length, and no two seals are equal', () => {
    const seal = (summary: Summary, kind: NotificationKind) => sealSummary(authors, summary, kind);
    expect(seal(longest, 'opening')).toHaveLength(seal(shortest, 'boost').length);
    expect(seal(shortest, 'boost')).not.toBe(seal(shortest, 'boost'));
  });
});

describe('a sealed read mark', () => {
  it('a sealed mark opens to the same read state, and its length reveals no single act', () => {
    const authorId = randomUUID() as AuthorId;
    const before = { authorId, reading: emptyReadState };
    const after = {
      authorId,
      reading: applyMark(emptyReadState, { kind: 'one', side: 'sealed', id: randomUUID(), number: 3 }),
    };
    const [first, second] = [sealReadState(authors, before), sealReadState(authors, after)];
    expect(authors.readJson(second)).toEqual(after);
    expect(second).toHaveLength(first.length);
    expect(second).not.toContain(authorId);
  });
});
