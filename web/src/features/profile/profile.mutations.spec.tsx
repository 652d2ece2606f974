import type { FollowStatus } from '@hearsay/contracts';
import { expect, it, jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { clientOf } from '../../../test/render.tsx';
import { idOf, ownUser } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { useFollow } from './profile.mutations.ts';

const key = queryKeys.person.following(idOf(1), ownUser.id);

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
  [true, 'Follow failed'],
  [false, 'Unfollow failed'],
])('shows the previous state and a message if a change of a follow (%p) fails', async (isWanted, title) => {
  const { client } = await follows(isWanted, () => new Response('{}', { status: 403 }));
  expect(toastStore.shown()).toMatchObject({ title, tone: 'bad' });
  expect(client.getQueryData(key)).toEqual({ isFollowing: !isWanted, followerCount: 3 });
});
