import type { Notification } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { fakeApi, refusal, shownAddress, showPage } from '../../../test/page.tsx';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { card, idOf, notification, ownUser, questionId } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { notificationQueries } from './notification.queries.ts';
import NotificationsPage from './notifications-page.tsx';
import { WaitingRows } from './waiting-rows.tsx';

let api: ReturnType<typeof fakeApi>;
let list: Notification[];
let location: unknown;

beforeEach(() => {
  location = refusal(404);
  api = fakeApi(({ method, path }) => {
    if (path.startsWith('/api/content/')) return location;
    if (path.endsWith('/unread-count')) return { unread: 1, reports: null };
    return method === 'GET' ? list : { success: true };
  });
});

const show = () => showPage(<NotificationsPage />, { address: '/notifications' });
async function open(changes: Partial<Notification>): Promise<void> {
  list = [notification({ actor: card('lou'), ...changes })];
  show();
  fireEvent.click(await screen.findByRole('button', { name: /^.*Somebody answered.*unread$/ }));
}

describe('a notification that is opened', () => {
  it.each([
    ['a question', { contentType: 'question', contentId: questionId }, `/questions/${questionId}`],
    ['an episode', { contentType: 'podcast', contentId: idOf(8) }, `/profile/${ownUser.id}`],
    ['nothing', { contentType: null, contentId: null }, '/'],
    ['a reply whose question is known', { questionId }, `/questions/${questionId}#reply-${idOf(7)}`],
  ] as const)('of %s leads to its target and is marked as read', async (_what, changes, address) => {
    await open(changes);
    await waitFor(() => expect(shownAddress()).toBe(address));
    expect(api.acts.map(({ path }) => path)).toEqual([`/api/notifications/${idOf(1)}/read`]);
  });

  it('of a reply leads to the question of a lookup', async () => {
    location = { contentType: 'discussion', id: idOf(7), questionId };
    await open({});
    await waitFor(() => expect(shownAddress()).toBe(`/questions/${questionId}#reply-${idOf(7)}`));
  });

  it.each([404, 403])('of a reply whose lookup answers %i uses its id as the id of the question', async (status) => {
    location = refusal(status);
    await open({});
    await waitFor(() => expect(shownAddress()).toBe(`/questions/${idOf(7)}#reply-${idOf(7)}`));
  });
});

describe('an act on notifications', () => {
  const both = [notification({ message: 'One' }), notification({ id: idOf(2), message: 'Another' })];
  const unread = { unread: 2, reports: null };

  it.each([
    ['that deletes one', 'Delete notification: Another', ['One'], 1],
    ['that marks all as read', 'Mark all as read', ['One', 'Another'], 0],
    ['that opens one', /Another.*unread$/, ['One', 'Another'], 1],
  ])('%s is not undone by an earlier poll that is answered later', async (_what, button, left, stillUnread) => {
    list = both;
    const client = clientOf();
    const listed = notificationQueries.list(ownUser.id);
    const counted = notificationQueries.unread(ownUser.id);
    client.setQueryData(listed.queryKey, { pages: [both], pageParams: [null] });
    client.setQueryData(counted.queryKey, unread);
    renderWith(client, <NotificationsPage />, { address: '/notifications' });
    const late = { list: Promise.withResolvers<Response>(), count: Promise.withResolvers<Response>() };
    // Reads after the act get no answer here: only earlier ones are tested.
    const never = new Promise<Response>(() => undefined);
    let hasActed = false;
    fakeApi(({ method, path }) => {
      hasActed ||= method !== 'GET';
      if (hasActed) return never;
      return (path.endsWith('/unread-count') ? late.count : late.list).promise;
    });
    const polls = [
      client.refetchQueries({ queryKey: listed.queryKey }),
      client.refetchQueries({ queryKey: counted.queryKey }),
    ];
    fireEvent.click(screen.getByRole('button', { name: button }));
    await waitFor(() => expect(client.getQueryData(counted.queryKey)).toEqual({ ...unread, unread: stillUnread }));
    late.list.resolve(Response.json(both));
    late.count.resolve(Response.json(unread));
    await act(() => Promise.all(polls));
    const kept = client.getQueryData(listed.queryKey)?.pages.flat() ?? [];
    expect(kept.map(({ message }) => message)).toEqual(left);
    expect(kept.filter(({ isRead }) => !isRead)).toHaveLength(stillUnread);
    expect(client.getQueryData(counted.queryKey)).toEqual({ ...unread, unread: stillUnread });
  });
});

it('says that a notification could not be deleted, and shows it again', async () => {
  await open({});
  fakeApi(({ method }) => (method === 'GET' ? list : refusal()));
  fireEvent.click(screen.getByRole('button', { name: /^Delete notification/ }));
  await toasted({ title: 'Failed to delete', description: 'Could not delete the notification.' });
  expect(await screen.findByRole('button', { name: /^Delete notification/ })).toBeInTheDocument();
});

it('loads more than the newest 100 notifications, so that all unread ones show', async () => {
  const all = Array.from({ length: 106 }, (_, index) =>
    notification({ id: idOf(index + 1), message: `Number ${index + 1}`, isRead: index < 100 }),
  );
  fakeApi(({ path, query }) => {
    if (path.endsWith('/unread-count')) return { unread: 6, reports: null };
    const from = all.findIndex(({ id }) => id === query.get('before')) + 1;
    return all.slice(from, from + 100);
  });
  show();
  expect(await screen.findByText('Number 106')).toBeInTheDocument();
  expect(screen.getAllByText('unread')).toHaveLength(6);
});

describe('notifications that were prefetched with the code of their page', () => {
  it('are not requested again, and neither is their number', async () => {
    list = [];
    const client = clientOf();
    await client.prefetchInfiniteQuery(notificationQueries.list(ownUser.id));
    await client.prefetchQuery(notificationQueries.unread(ownUser.id));
    renderWith(client, <NotificationsPage />, { address: '/notifications' });
    await screen.findByText('All quiet. Ask something, and you will hear of it here.');
    expect(api.reads.filter((path) => path.startsWith('/api/notifications'))).toEqual([
      `/api/notifications?userId=${ownUser.id}`,
      '/api/notifications/unread-count',
    ]);
  });
});

describe('the placeholder of notifications', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('says that it waits for the network', () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(<WaitingRows />);
    expect(screen.getByText('You are offline. This loads as soon as you are back.')).toBeInTheDocument();
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});
