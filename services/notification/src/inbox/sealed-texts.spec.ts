import { randomUUID } from 'node:crypto';
import { type AuthorId, SealedAuthors } from '@hearsay/service-runtime';
import { randomSealKeys } from '@hearsay/testing';
import { describe, expect, it } from '@jest/globals';
import { marked, nothingRead } from './reading.js';
import { readSummary, type Summary, sealReading, sealSummary } from './sealed-texts.js';

const authors = new SealedAuthors(randomSealKeys(), 'notification');
const shortest: Summary = {
  ...{ contentType: null, contentId: null, questionId: null, actorId: null, actedAt: null, actId: null },
  ...{ count: 0, at: '2026-11-20T10:00:00.000Z', level: null, hasOwn: false },
};
const longest: Summary = {
  ...{ contentType: 'discussion', contentId: randomUUID(), questionId: randomUUID(), actorId: randomUUID() },
  ...{ actedAt: shortest.at, count: 2_147_483_647, at: shortest.at, level: 10, hasOwn: true, actId: randomUUID() },
};

describe('the text of a notification', () => {
  it('comes back from its seal', () => {
    for (const summary of [shortest, longest])
      expect(readSummary(authors, sealSummary(authors, summary))).toEqual(summary);
  });

  it('is sealed in one length, and never looks the same twice', () => {
    expect(sealSummary(authors, longest)).toHaveLength(sealSummary(authors, shortest).length);
    expect(sealSummary(authors, shortest)).not.toBe(sealSummary(authors, shortest));
  });
});

describe('a sealed read mark', () => {
  it('comes back from its seal, whose length reveals no single act', () => {
    const authorId = randomUUID() as AuthorId;
    const before = { authorId, reading: nothingRead };
    const after = {
      authorId,
      reading: marked(nothingRead, { kind: 'one', side: 'sealed', id: randomUUID(), number: 3 }),
    };
    const [first, second] = [sealReading(authors, before), sealReading(authors, after)];
    expect(authors.readJson(second)).toEqual(after);
    expect(second).toHaveLength(first.length);
    expect(second).not.toContain(authorId);
  });
});
