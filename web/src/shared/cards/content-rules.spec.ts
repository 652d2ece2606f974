import { expect, it } from '@jest/globals';
import { sampleId, sampleMessage, sampleQuestion } from '../../../test/sample-content.ts';
import {
  isOwnConfession,
  mayApprove,
  mayDelete,
  mayDeleteRepost,
  mayReport,
  mustStayAnonymous,
} from './content-rules.ts';

const [own, target, other, ambassador] = [1, 2, 3, 4].map((number) => ({
  id: sampleId(number),
  isAmbassador: number === 4,
}));
const asked = (changes = {}) => sampleQuestion([], { targetUserId: target?.id ?? null, isApproved: true, ...changes });

it('the author and ambassadors may delete content, visitors and others may not', () => {
  expect(mayDelete(sampleMessage(1, { isMine: true }), own ?? null)).toBe(true);
  expect(mayDelete(sampleMessage(1), ambassador ?? null)).toBe(true);
  expect(mayDelete(sampleMessage(1), other ?? null)).toBe(false);
  expect(mayDelete(sampleMessage(1), null)).toBe(false);
});

it('the target may delete an approved question, but no pending one', () => {
  expect(mayDelete(asked(), target ?? null)).toBe(true);
  expect(mayDelete(asked({ isApproved: false }), target ?? null)).toBe(false);
  expect(mayDelete(asked(), other ?? null)).toBe(false);
});

it('members may report the content of others, visitors may not', () => {
  expect(mayReport(sampleMessage(1), other ?? null)).toBe(true);
  expect(mayReport(sampleMessage(1, { isMine: true }), own ?? null)).toBe(false);
  expect(mayReport(sampleMessage(1), null)).toBe(false);
});

it('only the target may approve a question, and only once', () => {
  expect(mayApprove(asked({ isApproved: false }), target ?? null)).toBe(true);
  expect(mayApprove(asked(), target ?? null)).toBe(false);
  expect(mayApprove(asked({ isApproved: false }), ambassador ?? null)).toBe(false);
});

it('an anonymous asker may not act under their name before the approval', () => {
  const waiting = { isMine: true, isAnonymous: true, isApproved: false };
  expect(mustStayAnonymous(asked(waiting))).toBe(true);
  for (const change of [{ isMine: false }, { isAnonymous: false }, { isApproved: true }])
    expect(mustStayAnonymous(asked({ ...waiting, ...change }))).toBe(false);
});

it('the author may share a locked confession, but no pending one', () => {
  const confession = { isMine: true, isApproved: true, isRevealed: false, replyBoostThreshold: 1 };
  expect(isOwnConfession(asked(confession))).toBe(true);
  for (const change of [{ isMine: false }, { isApproved: false }, { isRevealed: true }, { replyBoostThreshold: 0 }])
    expect(isOwnConfession(asked({ ...confession, ...change }))).toBe(false);
});

it('the reposter and ambassadors may delete a repost', () => {
  const repost = { reposterUserId: own?.id ?? '' };
  expect([own, ambassador].every((viewer) => mayDeleteRepost(repost, viewer ?? null))).toBe(true);
  expect(mayDeleteRepost(repost, other ?? null)).toBe(false);
  expect(mayDeleteRepost(repost, null)).toBe(false);
});
