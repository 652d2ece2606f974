import type { Notification } from '@hearsay/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import {
  currentAddress,
  expectToast,
  fakeApi,
  fakeApiPerTest,
  press,
  queryClientFor,
  refusal,
  renderWith,
  showPage,
} from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleNotification, userCard } from '../../../test/sample-content.ts';
import { notificationQueries } from './notification.queries.ts';
import NotificationsPage from './notifications-page.tsx';

let list: Notification[] = [];
let location: unknown;
const api = fakeApiPerTest(({ method, path }) => {
  if (path.startsWith('/api/content/')) return location;
  if (path.endsWith('/unread-count')) return { unread: 1, reports: null };
  return method === 'GET' ? list : { success: true };
});
beforeEach(() => {
  list = [];
});

const show = () => showPage(<NotificationsPage />, { address: '/notifications' });
async function open(changes: Partial<Notification>): Promise<void> {
  list = [sampleNotification({ actor: userCard('lou'), ...changes })];
  show();
  fireEvent.click(await screen.findByRole('button', { name: /^.*Somebody answered.*unread$/ }));
}

const reply = `/questions/${questionId}#reply-${sampleId(7)}`;
const found = { contentType: 'discussion', id: sampleId(7), questionId };
it.each<[string, Partial<Notification>, string, unknown]>([
  ['a question', { contentType: 'question', contentId: questionId }, `/questions/${questionId}`, null],
  ['an episode', { contentType: 'podcast', contentId: sampleId(8) }, `/profile/${ownUser.id}`, null],
  [
    'an answer in one',
    { contentType: 'podcast', contentId: sampleId(8), questionId },
    `/podcasts/${sampleId(8)}`,
    null,
  ],
  ['a role', { contentType: 'role', contentId: null }, '/admin', null],
  ['nothing', { contentType: null, contentId: null }, '/', null],
  ['a reply whose question is known', { questionId }, reply, null],
  ['a reply whose question is looked up', {}, reply, found],
  // The notification's content id may be the id of the question.
  ['a reply that is not found', {}, `/questions/${sampleId(7)}#reply-${sampleId(7)}`, refusal(404)],
  ['a reply that may not be read', {}, `/questions/${sampleId(7)}#reply-${sampleId(7)}`, refusal(403)],
])('a notification of %s leads to its target and is marked as read', async (_what, changes, address, looked) => {
  location = looked;
  await open(changes);
  await waitFor(() => expect(currentAddress()).toBe(address));
  expect(api.acts.map(({ path }) => path)).toEqual([`/api/notifications/${sampleId(1)}/read`]);
});

const both = [
  sampleNotification({ message: 'One' }),
  sampleNotification({ id: sampleId(2), message: 'Another', contentId: sampleId(8) }),
];
const unread = { unread: 2, reports: null };

it.each([
  ['that deletes one', 'Delete notification: Another', ['One'], 1],
  ['that marks all as read', 'Mark all as read', ['One', 'Another'], 0],
  ['that opens one', /Another.*unread$/, ['One', 'Another'], 1],
])('an act %s is not undone by the late response of an earlier poll', async (_what, button, left, stillUnread) => {
  const client = queryClientFor();
  const listed = notificationQueries.list(ownUser.id).queryKey;
  const counted = notificationQueries.unread(ownUser.id).queryKey;
  client.setQueryData(listed, { pages: [both], pageParams: [null] });
  client.setQueryData(counted, unread);
  renderWith(client, <NotificationsPage />, { address: '/notifications' });
  const late = { list: Promise.withResolvers<object>(), count: Promise.withResolvers<object>() };
  // Leaves reads after the act unanswered, because the test concerns earlier reads.
  const never = new Promise<Response>(() => undefined);
  let hasActed = false;
  api.answer = ({ method, path }) => {
    hasActed ||= method !== 'GET';
    if (hasActed) return never;
    return (path.endsWith('/unread-count') ? late.count : late.list).promise;
  };
  const polls = [listed, counted].map((queryKey) => client.refetchQueries({ queryKey }));
  fireEvent.click(screen.getByRole('button', { name: button }));
  const isCounted = () => expect(client.getQueryData(counted)).toEqual({ ...unread, unread: stillUnread });
  await waitFor(isCounted);
  late.list.resolve(both);
  late.count.resolve(unread);
  await act(() => Promise.all(polls));
  const kept = client.getQueryData(listed)?.pages.flat() ?? [];
  expect(kept.map(({ message }) => message)).toEqual(left);
  expect(kept.filter(({ isRead }) => !isRead)).toHaveLength(stillUnread);
  isCounted();
});

describe('notifications about one question', () => {
  const about = { contentType: 'question', contentId: questionId, title: 'Who was it?' } as const;
  const boosted = sampleNotification({ ...about, type: 'boost', message: 'Your question “Who was it?” got 3 boosts' });
  const answered = sampleNotification({
    ...about,
    id: sampleId(2),
    message: 'New reply to your question “Who was it?”',
  });
  const seen = sampleNotification({
    ...about,
    id: sampleId(3),
    message: 'Your question “Who was it?” was reposted',
    isRead: true,
  });
  const group = /^Who was it\?.*3 boosts.*New reply.*1 more.*2 unread$/;
  const change = (ids: string[], path = '') => ({ path: `/api/notifications${path}`, body: { ids } });
  const sent = () => api.acts.map(({ path, body }) => ({ path, body }));

  beforeEach(async () => {
    list = [boosted, answered, seen];
    show();
    await screen.findByRole('button', { name: group });
  });

  it('notifications about one question are one row, which one call marks as read', async () => {
    expect(screen.getAllByText('Who was it?')).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: group }));
    await waitFor(() => expect(currentAddress()).toBe(`/questions/${questionId}`));
    expect(sent()).toEqual([change([boosted.id, answered.id], '/read')]);
  });

  it('notifications about one question are deleted by one call', async () => {
    press('Delete all notifications about Who was it?');
    await expectToast({ title: 'Notifications deleted' });
    expect(sent()).toEqual([change([boosted.id, answered.id, seen.id])]);
  });

  it('notifications about one question can be shown and deleted one by one', async () => {
    const each = screen.getByRole('button', { name: 'Each notification about Who was it?' });
    expect(each).toHaveAttribute('aria-expanded', 'false');
    fireEvent.click(each);
    press(`Delete notification: ${answered.message}`);
    await expectToast({ title: 'Notification deleted' });
    expect(sent()).toEqual([{ path: `/api/notifications/${answered.id}`, body: {} }]);
  });
});

it('a notification that could not be deleted is shown again', async () => {
  await open({});
  api.answer = ({ method }) => (method === 'GET' ? list : refusal());
  press(/^Delete notification/);
  await expectToast({ title: 'Failed to delete', description: 'Could not delete the notification.' });
  expect(await screen.findByRole('button', { name: /^Delete notification/ })).toBeInTheDocument();
});

it('the inbox loads notifications after the newest 100', async () => {
  const all = Array.from({ length: 106 }, (_, index) =>
    sampleNotification({
      id: sampleId(index + 1),
      message: `Number ${index + 1}`,
      contentId: sampleId(index + 1),
      isRead: index < 100,
    }),
  );
  api.answer = ({ path, query }) => {
    if (path.endsWith('/unread-count')) return { unread: 6, reports: null };
    const from = all.findIndex(({ id }) => id === query.get('before')) + 1;
    return all.slice(from, from + 100);
  };
  show();
  expect(await screen.findByText('Number 106')).toBeInTheDocument();
  expect(screen.getAllByText('unread')).toHaveLength(6);
});

it('the inbox does not repeat the read that was prefetched with the code of the page', async () => {
  const client = queryClientFor();
  await client.prefetchInfiniteQuery(notificationQueries.list(ownUser.id));
  await client.prefetchQuery(notificationQueries.unread(ownUser.id));
  renderWith(client, <NotificationsPage />, { address: '/notifications' });
  await screen.findByText('All quiet. Ask something, and you will hear of it here.');
  expect(api.reads).toEqual([`/api/notifications?userId=${ownUser.id}`, '/api/notifications/unread-count']);
});

it('an offline page says that the list waits for the network', () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fakeApi(() => new Promise(() => undefined));
  show();
  expect(screen.getByText('You are offline. This loads as soon as you are back.')).toBeInTheDocument();
  expect(screen.queryByRole('listitem')).toBeNull();
});
