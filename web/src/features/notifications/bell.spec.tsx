import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { fakeWebSockets, sendFrame } from '../../../test/fake-web-socket.ts';
import { fakeApiPerTest, showPage } from '../../../test/page.tsx';
import { ownUser, sampleNotification } from '../../../test/sample-content.ts';
import { LiveProvider } from '../../shared/realtime/live-provider.tsx';
import { Bell } from './bell.tsx';
import { notificationQueries } from './notification.queries.ts';

const unread = (count: number) => ({ unread: count, reports: null });
const api = fakeApiPerTest(() => unread(2));
fakeWebSockets();
const counted = notificationQueries.unread(ownUser.id).queryKey;

async function show() {
  const client = showPage(
    <LiveProvider userId={ownUser.id}>
      <Bell userId={ownUser.id} />
    </LiveProvider>,
  );
  await screen.findByRole('link', { name: 'Notifications, 2 unread' });
  return client;
}

it('the bell reads its number again when a report is resolved', async () => {
  const client = await show();
  const listed = notificationQueries.list(ownUser.id).queryKey;
  client.setQueryData(listed, { pages: [[]], pageParams: [null] });
  api.answer = () => unread(3);
  await sendFrame({ type: 'report_resolved', data: { message: 'Thank you.', reportId: ownUser.id } });
  expect(await screen.findByRole('link', { name: 'Notifications, 3 unread' })).toBeInTheDocument();
  expect(client.getQueryState(listed)?.isInvalidated).toBe(true);
});

it('the bell keeps the pushed number if the response of an earlier poll arrives later', async () => {
  const client = await show();
  const late = Promise.withResolvers<object>();
  api.answer = () => late.promise;
  const poll = client.refetchQueries({ queryKey: counted });
  const answered = sampleNotification();
  await sendFrame({ type: 'notification', data: { message: answered.message, notification: answered, unread: 3 } });
  late.resolve(unread(2));
  await poll;
  expect(client.getQueryData(counted)).toMatchObject({ unread: 3 });
});
