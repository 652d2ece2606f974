import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, render, waitFor } from '@testing-library/react';
import { LiveProvider, useLive, useLiveFrames } from './live-provider.tsx';

let opened: string[];
const close = jest.fn();
class Line {
  readonly close = close;
  constructor(url: string) {
    opened.push(new URL(url).search);
  }
}
const realWebSocket = globalThis.WebSocket;

beforeEach(() => {
  opened = [];
  jest.clearAllMocks();
  Object.assign(globalThis, { WebSocket: Line });
});
afterEach(() => {
  cleanup();
  Object.assign(globalThis, { WebSocket: realWebSocket });
});

let isThere: boolean;
function Listener({ isWanted }: { isWanted: boolean }) {
  isThere = useLive() !== null;
  useLiveFrames(() => undefined, isWanted);
  return null;
}

const page = (userId: string | null) => (
  <LiveProvider userId={userId}>
    <Listener isWanted={userId !== null} />
  </LiveProvider>
);

it("closes the visitor's connection when a user signs in", async () => {
  const { rerender } = render(page(null));
  await waitFor(() => expect(isThere).toBe(true));
  for (const userId of ['a', 'b', null]) {
    rerender(page(userId));
    expect(isThere).toBe(false);
    await waitFor(() => expect(isThere).toBe(true));
  }
  expect(opened).toEqual(['?userId=a', '?userId=b']);
  expect(close).toHaveBeenCalledTimes(2);
});
