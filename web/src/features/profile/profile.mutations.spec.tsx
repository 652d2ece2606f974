import type { FollowStatus } from '@hearsay/contracts';
import { expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { clientOf } from '../../../test/render.tsx';
import { idOf, ownUser } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { useFollow } from './profile.mutations.ts';

const key = queryKeys.person.following(idOf(1), ownUser.id);

/** Follows or stops following somebody, and the server answers. */
async function follows(isWanted: boolean, answer: () => Response) {
  const sent: unknown[] = [];
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    sent.push({ call: `${init?.method} ${input}`, body: JSON.parse(String(init?.body)) });
    return answer();
  });
  const client = clientOf();
  client.setQueryData<FollowStatus>(key, { isFollowing: !isWanted, followerCount: 3 });
  const { result } = renderHook(() => useFollow(idOf(1), ownUser.id), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutate(isWanted));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  return { client, sent };
}

it.each([
  [true, 'POST', 'Now following', 4],
  [false, 'DELETE', 'Unfollowed', 2],
])('following (%p) is a %s of whoever follows, and is told', async (isWanted, method, title, followerCount) => {
  const { client, sent } = await follows(isWanted, () => Response.json({ isFollowing: isWanted, followerCount }));
  expect(sent).toEqual([{ call: `${method} /api/users/${idOf(1)}/follow`, body: { followerId: ownUser.id } }]);
  expect(toastStore.shown()).toMatchObject({ title, tone: 'good' });
  expect(client.getQueryData(key)).toEqual({ isFollowing: isWanted, followerCount });
});

it.each([
  [true, 'Follow failed'],
  [false, 'Unfollow failed'],
])('that (%p) fails is told, and shows as it was', async (isWanted, title) => {
  const { client } = await follows(isWanted, () => new Response('{}', { status: 403 }));
  expect(toastStore.shown()).toMatchObject({ title, tone: 'bad' });
  expect(client.getQueryData(key)).toEqual({ isFollowing: !isWanted, followerCount: 3 });
});

it.each([
  [true, 'You must be logged in to follow users'],
  [false, 'You must be logged in to unfollow users'],
])('of somebody whose session has ended (%p) it says: %s', async (isWanted, description) => {
  const { client } = await follows(isWanted, () => new Response('{}', { status: 401 }));
  expect(toastStore.shown()).toMatchObject({ title: 'Login required', description, tone: 'bad' });
  expect(client.getQueryData(sessionQueries.current().queryKey)).toBeNull();
  expect(client.getQueryData(key)).toBeUndefined();
});
