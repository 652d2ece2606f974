import { expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { fakeApi, withClient } from '../../../test/page.tsx';
import { ownUser } from '../../../test/sample-content.ts';
import { loadDraft, saveDraft } from '../drafts/drafts.ts';
import { toastStore } from '../toast/toast.ts';
import { createQueryClient } from './query-client.ts';
import { beginSession } from './session.ts';
import { useLogout } from './use-logout.ts';

it('signing out without a network fails at once and is not retried later', async () => {
  jest.useFakeTimers();
  fakeApi(() => Promise.reject(new TypeError('Failed to fetch')));
  const client = createQueryClient();
  beginSession(client, ownUser);
  saveDraft('question', 'What I never');
  onlineManager.setOnline(false);
  const logout = renderHook(() => useLogout(), withClient(client));
  const goOn = jest.fn();
  let isOver = false;
  void logout.result.current.leave(goOn).then(() => {
    isOver = true;
  });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(isOver).toBe(true);
  expect(toastStore.shown()).toMatchObject({ title: 'Log out failed' });
  onlineManager.setOnline(true);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(goOn).not.toHaveBeenCalled();
  expect(loadDraft('question')).toBe('What I never');
});
