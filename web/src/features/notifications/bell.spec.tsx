import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Line } from '../../../test/line.ts';
import { fakeApi } from '../../../test/page.tsx';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { notification, ownUser } from '../../../test/sample-content.ts';
import { LiveProvider } from '../../shared/realtime/live-provider.tsx';
import { Bell } from './bell.tsx';
import { notificationQueries } from './notification.queries.ts';

const real = { WebSocket: globalThis.WebSocket };

let unread: number;

beforeEach(() => {
  unread = 2;
  Line.last = undefined;
  globalThis.WebSocket = Line as unknown as typeof WebSocket;
  fakeApi(() => ({ unread, reports: null }));
});
afterEach(() => {
  Object.assign(globalThis, real);
});

async function show() {
  const client = clientOf();
  client.setQueryData(notificationQueries.list(ownUser.id).queryKey, { pages: [[]], pageParams: [null] });
  const { unmount } = renderWith(
    client,
    <LiveProvider userId={ownUser.id}>
      <Bell userId={ownUser.id} />
    </LiveProvider>,
  );
  await screen.findByRole('link', { name: 'Notifications, 2 unread' });
  const line = await waitFor(() => Line.last ?? expect(Line.last).toBeDefined());
  const receive = (frame: object) => act(async () => (line as Line).onmessage?.({ data: JSON.stringify(frame) }));
  return { client, line: line as Line, receive, unmount };
}

describe('the bell', () => {
  it('listens as the signed-in user, and reads again when a report is resolved', async () => {
    const { client, line, receive, unmount } = await show();
    expect(new URL(line.url).pathname + new URL(line.url).search).toBe(`/ws?userId=${ownUser.id}`);
    unread = 3;
    await receive({ type: 'report_resolved', data: { message: 'Thank you.', reportId: ownUser.id } });
    expect(await screen.findByRole('link', { name: 'Notifications, 3 unread' })).toBeInTheDocument();
    expect(client.getQueryState(notificationQueries.list(ownUser.id).queryKey)?.isInvalidated).toBe(true);
    unmount();
  });

  it('keeps a live number if an earlier poll is answered later', async () => {
    const { client, receive, unmount } = await show();
    const { queryKey } = notificationQueries.unread(ownUser.id);
    const late = Promise.withResolvers<Response>();
    fakeApi(() => late.promise);
    const poll = client.refetchQueries({ queryKey });
    const answered = notification();
    await receive({ type: 'notification', data: { message: answered.message, notification: answered, unread: 3 } });
    late.resolve(Response.json({ unread: 2, reports: null }));
    await poll;
    expect(client.getQueryData(queryKey)).toMatchObject({ unread: 3 });
    unmount();
  });

  it('ignores a frame that is not a message', async () => {
    const warn = jest.spyOn(console, 'warn').mockReturnValue();
    const { line, unmount } = await show();
    await act(async () => line.onmessage?.({ data: '{' }));
    expect(warn).toHaveBeenCalled();
    expect(screen.getByRole('link', { name: 'Notifications, 2 unread' })).toBeInTheDocument();
    unmount();
    warn.mockRestore();
  });
});
