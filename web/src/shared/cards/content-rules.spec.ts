import { describe, expect, it } from '@jest/globals';
import { idOf, message, question } from '../../../test/sample-content.ts';
import { mayApprove, mayDelete, mayDeleteRepost, mayReport, mustStayUnnamed } from './content-rules.ts';

const [own, target, other, ambassador] = [1, 2, 3, 4].map((number) => ({
  id: idOf(number),
  isAmbassador: number === 4,
}));
const asked = (changes = {}) => question([], { targetUserId: target?.id ?? null, isApproved: true, ...changes });

describe('what may be done to content', () => {
  it('its author and ambassadors delete, visitors and others do not', () => {
    expect(mayDelete(message(1, { isMine: true }), own ?? null)).toBe(true);
    expect(mayDelete(message(1), ambassador ?? null)).toBe(true);
    expect(mayDelete(message(1), other ?? null)).toBe(false);
    expect(mayDelete(message(1), null)).toBe(false);
  });

  it('whom a question was asked deletes it once it is approved, not before', () => {
    expect(mayDelete(asked(), target ?? null)).toBe(true);
    expect(mayDelete(asked({ isApproved: false }), target ?? null)).toBe(false);
    expect(mayDelete(asked(), other ?? null)).toBe(false);
  });

  it('nobody reports what is their own, and no visitor reports', () => {
    expect(mayReport(message(1), other ?? null)).toBe(true);
    expect(mayReport(message(1, { isMine: true }), own ?? null)).toBe(false);
    expect(mayReport(message(1), null)).toBe(false);
  });

  it('only whom a question was asked approves it, and only once', () => {
    expect(mayApprove(asked({ isApproved: false }), target ?? null)).toBe(true);
    expect(mayApprove(asked(), target ?? null)).toBe(false);
    expect(mayApprove(asked({ isApproved: false }), ambassador ?? null)).toBe(false);
  });

  it('who asked somebody anonymously does nothing there under their name until the approval', () => {
    const waiting = { isMine: true, isAnonymous: true, isApproved: false };
    expect(mustStayUnnamed(asked(waiting))).toBe(true);
    for (const change of [{ isMine: false }, { isAnonymous: false }, { isApproved: true }])
      expect(mustStayUnnamed(asked({ ...waiting, ...change }))).toBe(false);
  });

  it('a repost is deleted by the reposter or an ambassador', () => {
    const repost = { reposterUserId: own?.id ?? '' };
    expect([own, ambassador].every((looker) => mayDeleteRepost(repost, looker ?? null))).toBe(true);
    expect(mayDeleteRepost(repost, other ?? null)).toBe(false);
    expect(mayDeleteRepost(repost, null)).toBe(false);
  });
});
