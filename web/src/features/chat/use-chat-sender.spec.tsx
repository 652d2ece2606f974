import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { idOf, ownUser, questionId } from '../../../test/sample-content.ts';
import { loadDraft } from '../../shared/drafts/drafts.ts';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { beginSession, endSession, loseSession } from '../../shared/session/use-session.ts';
import { useChatSender } from './use-chat-sender.ts';

let fail: () => void;

beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn<typeof fetch>(
    () =>
      new Promise((_resolve, reject) => {
        fail = () => reject(new DOMException('ended', 'AbortError'));
      }),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function sending() {
  const client = createQueryClient();
  beginSession(client, ownUser);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const options = {
    questionId,
    userId: ownUser.id,
    lastNumber: () => 0,
    hasArrived: () => false,
    isAlwaysAnonymous: false,
    onSent: jest.fn(),
  };
  const sender = renderHook(() => useChatSender(options), { wrapper });
  act(() => sender.result.current.setText('What I never'));
  act(() => sender.result.current.send());
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledTimes(1));
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  return { client, hasFailed: () => waitFor(() => expect(sender.result.current.sending).toBeNull()) };
}

describe('words that could not be sent', () => {
  it('are returned to the composer', async () => {
    const { hasFailed } = await sending();
    expect(loadDraft(questionId)).toBeNull();
    fail();
    await hasFailed();
    expect(loadDraft(questionId)).toBe('What I never');
  });

  it.each([
    ['the session was lost', loseSession],
    ['their writer signed out', endSession],
    [
      'another person signed in',
      (client: QueryClient) => {
        endSession(client);
        beginSession(client, { ...ownUser, id: idOf(77), username: 'lou' });
      },
    ],
  ])('are dropped if %s before the failure', async (_name, leave) => {
    const { client, hasFailed } = await sending();
    act(() => leave(client));
    fail();
    await hasFailed();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
  });
});
