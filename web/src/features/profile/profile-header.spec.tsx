import type { FollowStatus } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { fakeApi, refusal } from '../../../test/page.tsx';
import { clientOf } from '../../../test/render.tsx';
import { idOf, ownUser } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { useFollow } from './profile-header.tsx';

const key = queryKeys.person.following(idOf(1), ownUser.id);

it.each([
  [true, 'Follow failed'],
  [false, 'Unfollow failed'],
])('shows the previous state and a message if a change of a follow (%p) fails', async (isWanted, title) => {
  fakeApi(() => refusal());
  const client = clientOf();
  const before = { isFollowing: !isWanted, followerCount: 3 };
  client.setQueryData<FollowStatus>(key, before);
  const { result } = renderHook(() => useFollow(idOf(1), ownUser.id), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  act(() => result.current.mutate(isWanted));
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(toastStore.shown()).toMatchObject({ title, tone: 'bad' });
  expect(client.getQueryData(key)).toEqual(before);
});
