import { expect, it } from '@jest/globals';
import { render, waitFor } from '@testing-library/react';
import { FakeWebSocket, fakeWebSockets } from '../../../test/fake-web-socket.ts';
import { LiveProvider, useLive, useLiveFrames } from './live-provider.tsx';

fakeWebSockets();

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

it("the visitor's connection closes when a user signs in", async () => {
  const { rerender } = render(page(null));
  await waitFor(() => expect(isThere).toBe(true));
  for (const userId of ['a', 'b', null]) {
    rerender(page(userId));
    expect(isThere).toBe(false);
    await waitFor(() => expect(isThere).toBe(true));
  }
  expect(FakeWebSocket.all.map(({ url }) => new URL(url).search)).toEqual(['?userId=a', '?userId=b']);
  expect(FakeWebSocket.all.map(({ readyState }) => readyState)).toEqual([FakeWebSocket.CLOSED, FakeWebSocket.CLOSED]);
});
