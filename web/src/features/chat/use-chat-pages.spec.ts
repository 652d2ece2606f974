import { afterEach, expect, it, jest } from '@jest/globals';
import { act, renderHook, waitFor } from '@testing-library/react';
import { sampleMessage } from '../../../test/sample-content.ts';
import { useChatPages } from './use-chat-pages.ts';

const realScrollTo = window.scrollTo;
afterEach(() => {
  window.scrollTo = realScrollTo;
  document.body.replaceChildren();
});

const nothing = async () => undefined;

it('the scroll to the beginning repeats until the first message is drawn', async () => {
  const first = sampleMessage(1);
  const row = document.createElement('article');
  Object.assign(row, { id: `reply-${first.id}`, tabIndex: -1 });
  row.scrollIntoView = () => undefined;
  // Ignores the first scroll, as a list does while it measures its rows.
  const scrollTo = jest.fn(() => {
    if (scrollTo.mock.calls.length === 2) document.body.append(row);
  });
  window.scrollTo = scrollTo as typeof window.scrollTo;
  const acts = { loadEarlier: nothing, toBeginning: nothing, loadLater: nothing, toLatest: nothing };
  const { result } = renderHook(() =>
    useChatPages({
      ...acts,
      list: { current: null },
      messages: [first],
      hasEarlier: false,
      hasLater: true,
      followEnd: () => undefined,
      stopFollowing: () => undefined,
    }),
  );
  await act(() => result.current.toBeginning());
  await waitFor(() => expect(row).toHaveFocus());
  expect(scrollTo).toHaveBeenCalledTimes(2);
});
