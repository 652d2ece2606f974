import type { XpActivity } from '@hearsay/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fakeApi } from '../../../test/fake-api.ts';
import { ownUser, sampleId } from '../../../test/sample-content.ts';
import { showEarnedXp } from './show-earned.ts';

const contentId = sampleId(3);
const act = { userId: ownUser.id, rule: 'answer-given', contentId } as const;
const paid: XpActivity = {
  ...{ id: sampleId(8), rule: 'answer-given', amount: 15, counted: 15, isReversed: false, reversedBecause: null },
  ...{ contentType: 'discussion', contentId, createdAt: '2026-11-27T08:00:00.000Z' },
};
const SOON_MS = 5_000;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(HTMLElement.prototype, { animate: () => ({ finished: new Promise(() => undefined) }) });
  const bubble = document.createElement('p');
  bubble.className = 'bubble';
  bubble.getBoundingClientRect = () => new DOMRect(0, 100, 200, 40);
  document.body.replaceChildren(bubble);
});
afterEach(() => {
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});

const risen = () => [...document.querySelectorAll('.rising-xp')].map(({ textContent }) => textContent);

/** Earns by one act. @returns the calls that it caused */
async function earn(ledger: readonly (readonly XpActivity[])[], once?: string) {
  const left = [...ledger];
  const { reads } = fakeApi(() => (left.length > 1 ? left.shift() : left[0]));
  const shown = showEarnedXp(act, ['.gone', '.bubble'], once);
  await jest.advanceTimersByTimeAsync(SOON_MS);
  await shown;
  return reads;
}

it('the XP of an act are shown once the ledger has counted them', async () => {
  expect(await earn([[], [paid]])).toEqual(Array(2).fill(`/api/users/${ownUser.id}/xp-activities?limit=10`));
  expect(risen()).toEqual(['+15 XP']);
});

it('only the part of the XP below the cap is shown', async () => {
  expect(await earn([[{ ...paid, counted: 5 }]])).toHaveLength(1);
  expect(risen()).toEqual(['+5 XP']);
});

it.each([
  ['above the cap', { ...paid, counted: 0 }, 1],
  ['for another act', { ...paid, contentId: sampleId(4) }, 3],
  ['for an anonymous post', { ...paid, rule: 'anonymous-posts', contentType: null, contentId: null } as const, 3],
  ['of a reversed act', { ...paid, counted: 0, isReversed: true }, 3],
])('no XP are shown %s', async (_what, entry, reads) => {
  expect(await earn([[entry]])).toHaveLength(reads);
  expect(risen()).toEqual([]);
});

it('no XP are shown if no place of the act is on the screen', async () => {
  document.body.replaceChildren();
  await earn([[paid]]);
  expect(risen()).toEqual([]);
});

it('the ledger is read once for acts of which it pays only the first', async () => {
  expect(await earn([[paid]], 'answer to a question')).toHaveLength(1);
  expect(await earn([[paid]], 'answer to a question')).toHaveLength(0);
  expect(risen()).toEqual(['+15 XP']);
});

it('no XP are shown if the ledger cannot be read', async () => {
  fakeApi(() => Response.json({}, { status: 403 }));
  const shown = showEarnedXp(act, ['.bubble']);
  await jest.advanceTimersByTimeAsync(SOON_MS);
  await expect(shown).resolves.toBeUndefined();
  expect(risen()).toEqual([]);
});
