import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, showPage } from '../../../test/page.tsx';
import { listedQuestion, ownUser, questionId } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { openDialog } from '../ui/dialog-store.ts';
import { questionRef } from './question.queries.ts';

const locked = listedQuestion({ isMine: true, isRevealed: false, replyBoostThreshold: 10, boostCount: 0 });
const api = fakeApiPerTest(({ method }) => (method === 'PATCH' ? { ...locked, isRevealed: true } : {}));

const show = async (question = locked, boosts: number | null = null) => {
  const client = showPage(null);
  if (boosts !== null)
    client.setQueryData(queryKeys.boost.status(questionRef(locked)), { isBoosted: true, boostCount: boosts });
  act(() => openDialog({ kind: 'lock', question }));
  await screen.findByRole('dialog', { name: 'The lock' });
};
const lower = (threshold: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /Boosts until/ }), { target: { value: threshold } });

it('the lock sheet says when the boosts on the meter will open the lowered lock', async () => {
  await show(locked, 6);
  // The meter shows only present boosts. Boosts that were taken back count for the lock too.
  lower('7');
  expect(screen.getByText(/^It opens for everyone at 7 boosts\. If it ever had that many/)).toBeInTheDocument();
  lower('6');
  expect(screen.getByText('It has 6 boosts, so it opens for everyone at once and stays open.')).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'If that is not reached by a date' })).toBeNull();
  press('Open it for everyone');
  await expectToast({ title: 'Everyone hears it now' });
  expect(api.sent()).toEqual([
    { call: `PATCH /api/questions/${questionId}`, body: { userId: ownUser.id, replyBoostThreshold: 6 } },
  ]);
});

it('the lock sheet opens a question at 0 boosts, despite a hidden date field', async () => {
  await show({ ...locked, ifNotReached: 'delete', lockUntil: '2026-11-20T12:00:00.000Z' });
  lower('0');
  press('Open it for everyone');
  await waitFor(() => expect(api.sent()).toMatchObject([{ body: { userId: ownUser.id, replyBoostThreshold: 0 } }]));
});
