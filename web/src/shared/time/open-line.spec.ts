import { describe, expect, it } from '@jest/globals';
import { listedQuestion } from '../../../test/sample-content.ts';
import { lockEndLine, openedLine } from './open-line.ts';
import { exactTime } from './time-labels.ts';

const createdAt = '2026-11-21T12:00:00.000Z';
const opened = (openedAt: string, changes: object = {}) =>
  listedQuestion({ createdAt, openedAt, openedBoosts: 10, ...changes });

describe('the line of an opened question', () => {
  it.each([
    ['2026-11-21T12:00:59.000Z', 'Open after less than a minute and 10 boosts'],
    ['2026-11-21T12:01:00.000Z', 'Open after 1 minute and 10 boosts'],
    ['2026-11-21T23:59:00.000Z', 'Open after 11 hours and 10 boosts'],
    ['2026-11-23T13:00:00.000Z', 'Open after 2 days and 10 boosts'],
  ])('the line of a question opened at %s is: %s', (openedAt, line) => {
    expect(openedLine(opened(openedAt))).toBe(line);
  });

  it('the line of a question to one person counts from its approval', () => {
    const asked = { targetUserId: 'somebody', approvedAt: '2026-11-23T10:00:00.000Z', openedBoosts: 1 };
    expect(openedLine(opened('2026-11-23T13:00:00.000Z', asked))).toBe('Open after 3 hours and 1 boost');
  });

  it('the line is missing while the lock is closed', () => {
    expect(openedLine(listedQuestion())).toBeNull();
  });
});

describe('the line of a lock that has an end', () => {
  const lockUntil = '2026-12-01T18:00:00.000Z';
  const ends = (changes: object) =>
    listedQuestion({ isRevealed: false, replyBoostThreshold: 10, lockUntil, ...changes });

  it('the line says whether a question without enough boosts opens or is deleted', () => {
    const date = exactTime(lockUntil);
    expect(lockEndLine(ends({ ifNotReached: 'open' }))).toBe(`Opens on ${date}, unless it reaches 10 boosts before`);
    expect(lockEndLine(ends({ ifNotReached: 'delete' }))).toBe(
      `Is deleted on ${date}, unless it reaches 10 boosts before`,
    );
  });

  it.each([
    ['stays locked', { ifNotReached: 'stay' }],
    ['has no date', { ifNotReached: 'open', lockUntil: null }],
    ['is open', { ifNotReached: 'open', isRevealed: true }],
  ])('the line is missing if the question %s', (_name, changes) => {
    expect(lockEndLine(ends(changes))).toBeNull();
  });
});
