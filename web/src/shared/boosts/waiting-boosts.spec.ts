import { expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { fakeApiPerTest } from '../../../test/fake-api.ts';
import { ownId, questionId } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { createQueryClient } from '../session/query-client.ts';
import { toastStore } from '../toast/toast.ts';
import { deleteWaitingBoost, saveWaitingBoost, sendWaitingBoosts } from './waiting-boosts.ts';

const item = { contentType: 'question', contentId: questionId } as const;
const api = fakeApiPerTest(() => Response.json({ isBoosted: true, boostCount: 8 }));

const leave = (value: unknown) => localStorage.setItem('draft:boosts', JSON.stringify(value));
const isKept = () => localStorage.getItem('draft:boosts') !== null;

it('after an offline reload, a toast says that the boost waits for the network', async () => {
  leave([{ ...item, isBoosted: true, idempotencyKey: 'one' }]);
  const client = createQueryClient();
  onlineManager.setOnline(false);
  sendWaitingBoosts(client, ownId);
  sendWaitingBoosts(client, ownId);
  expect(toastStore.shown()).toMatchObject({
    title: 'You are offline',
    description: 'It is sent as soon as you are back.',
  });
  expect(api.acts).toEqual([]);
  onlineManager.setOnline(true);
  await waitFor(() => expect(isKept()).toBe(false));
  expect(api.acts).toMatchObject([
    { call: `POST /api/questions/${questionId}/boost`, body: { userId: ownId, isBoosted: true }, key: 'one' },
  ]);
  expect(client.getQueryData(queryKeys.boost.status(item))).toEqual({ isBoosted: true, boostCount: 8 });
});

it('a refused waiting boost is reported and discarded', async () => {
  leave([{ ...item, isBoosted: true, idempotencyKey: 'two' }]);
  api.answer = () => new Response('{}', { status: 404 });
  sendWaitingBoosts(createQueryClient(), ownId);
  await waitFor(() => expect(isKept()).toBe(false));
  expect(toastStore.shown()).toMatchObject({ title: 'Boost failed', tone: 'bad' });
});

it.each(['nonsense', { contentId: questionId }, [null, { ...item }]])(
  'an unreadable stored boost is not sent: %j',
  (value) => {
    leave(value);
    sendWaitingBoosts(createQueryClient(), ownId);
    expect(api.acts).toEqual([]);
  },
);

it('only the newest boost of a content is stored, and it is sent once', () => {
  saveWaitingBoost({ ...item, isBoosted: true, idempotencyKey: 'three' });
  saveWaitingBoost({ ...item, isBoosted: false, idempotencyKey: 'four' });
  expect(JSON.parse(localStorage.getItem('draft:boosts') ?? '')).toEqual([
    { ...item, isBoosted: false, idempotencyKey: 'four' },
  ]);
  sendWaitingBoosts(createQueryClient(), ownId);
  expect(api.acts).toEqual([]);
  deleteWaitingBoost('four');
  expect(isKept()).toBe(false);
});
