import type { OwnUser } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, refusal, shownAddress, showPage } from '../../../test/page.tsx';
import { idOf, ownUser } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { loadStoredUser } from '../../shared/session/stored-user.ts';
import { beginSession } from '../../shared/session/use-session.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import SettingsPage from './settings-page.tsx';

const session = (number: number, changes: object = {}) => ({
  id: idOf(number),
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: '2026-11-21T12:00:00.000Z',
  device: 'Firefox on Android',
  isCurrent: false,
  ...changes,
});

let answer: (body: object) => unknown;
let sessions: object[];
let own: OwnUser | null;
let api: ReturnType<typeof fakeApi>;
const keys = () => api.acts.map(({ key }) => key);

beforeEach(() => {
  localStorage.clear();
  sessions = [session(1, { isCurrent: true })];
  answer = (body) => body;
  api = fakeApi(async ({ method, path, body }) => {
    if (method === 'GET') return path === '/api/auth/sessions' ? sessions : own;
    const answered = await answer(body);
    if (own && path.startsWith('/api/users/') && !(answered instanceof Response))
      own = path.endsWith('/notification-preferences')
        ? { ...own, notificationPreferences: { ...own.notificationPreferences, ...body } }
        : { ...own, ...(answered as object) };
    return answered;
  });
});
afterEach(() => {
  jest.useRealTimers();
});

function show(changes: Partial<OwnUser> = {}) {
  own = { ...ownUser, ...changes };
  return showPage(<SettingsPage />, { viewer: own, address: '/settings' });
}
const cardOf = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('section') as HTMLElement);

describe('the picture', () => {
  it('can be saved only if it differs, is reset by Cancel, and is sent trimmed', async () => {
    show({ profileImage: 'https://example.org/old.png' });
    const card = cardOf('Profile picture');
    const url = card.getByLabelText('Picture URL');
    expect(card.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    fireEvent.change(url, { target: { value: ' https://example.org/old.png ' } });
    expect(card.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    fireEvent.change(url, { target: { value: ' https://example.org/new.png ' } });
    fireEvent.click(card.getByRole('button', { name: 'Cancel' }));
    expect(url).toHaveValue('https://example.org/old.png');
    expect(card.queryByRole('button', { name: 'Cancel' })).toBeNull();
    fireEvent.change(url, { target: { value: ' https://example.org/new.png ' } });
    answer = () => refusal();
    fireEvent.click(card.getByRole('button', { name: 'Save Changes' }));
    await toasted({ title: 'Update failed', description: 'Could not update profile picture' });
    answer = (body) => body;
    fireEvent.click(card.getByRole('button', { name: 'Save Changes' }));
    await toasted({ title: 'Profile updated' });
    expect(api.acts.slice(1)).toMatchObject([
      { call: `PATCH /api/users/${ownUser.id}/profile-image`, body: { profileImage: 'https://example.org/new.png' } },
    ]);
  });

  it('from elsewhere is fetched by the server alone, and then has a local address', async () => {
    const ours = `/api/media/p${'a'.repeat(24)}`;
    answer = () => ({ profileImage: ours });
    show({ profileImage: null });
    const card = cardOf('Profile picture');
    fireEvent.change(card.getByLabelText('Picture URL'), { target: { value: 'https://example.org/new.png' } });
    expect(document.querySelector('img')).toBeNull();
    fireEvent.click(card.getByRole('button', { name: 'Save Changes' }));
    await toasted({ title: 'Profile updated' });
    await waitFor(() => expect(card.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(card.getByLabelText('Picture URL')).toHaveValue(ours);
  });

  it('that is not an image is refused by its type', async () => {
    show();
    const [picker] = cardOf('Profile picture').getAllByLabelText('Upload from this device');
    fireEvent.change(picker as HTMLElement, {
      target: { files: [new File(['words'], 'words.txt', { type: 'text/plain' })] },
    });
    await toasted({ title: 'Invalid file type', description: 'Please select an image file' });
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });
});

describe('the gradient', () => {
  it('leads to the own profile one second after a save', async () => {
    jest.useFakeTimers();
    show();
    const card = cardOf('Profile gradient');
    fireEvent.click(card.getByRole('radio', { name: 'Galaxy' }));
    fireEvent.click(card.getByRole('button', { name: 'Save Gradient' }));
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(toastStore.shown()).toMatchObject({ title: 'Profile updated' });
    await act(() => jest.advanceTimersByTimeAsync(999));
    expect(shownAddress()).toBe('/settings');
    await act(() => jest.advanceTimersByTimeAsync(1));
    expect(shownAddress()).toBe(`/@${ownUser.username}`);
  });
});

describe('a switch', () => {
  it('shows its new state at once, and on a refusal the old one with a message', async () => {
    show();
    const activity = screen.getByRole('switch', { name: 'Show Activity' });
    expect(activity).toBeChecked();
    const refused = Promise.withResolvers<Response>();
    answer = () => refused.promise;
    fireEvent.click(activity);
    await waitFor(() => expect(activity).not.toBeChecked());
    refused.resolve(refusal());
    await toasted({ title: 'Update failed', description: 'Could not update activity settings' });
    await waitFor(() => expect(activity).toBeChecked());
  });

  it('is retried under the same key, so that it counts once', async () => {
    jest.useFakeTimers();
    show();
    let isAway = true;
    answer = (body) => {
      const answered = isAway ? refusal(503) : body;
      isAway = false;
      return answered;
    };
    fireEvent.click(screen.getByRole('switch', { name: 'Show Activity' }));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(keys()).toEqual([expect.stringMatching(/.{8}/), keys()[0]]);
    expect(screen.getByRole('switch', { name: 'Show Activity' })).not.toBeChecked();
  });
});

describe('a change of the own account', () => {
  it.each([
    ['Could not update gradient colors', 'Galaxy', 'Save Gradient'],
    ['Could not update who may ask you', 'Members', null],
    ['Could not update notification settings', 'New Replies', null],
    ['Could not update ambassador visibility', 'Hide Ambassador Title', null],
  ])('that failed says so: %s', async (failed, control, save) => {
    show({ isAmbassador: true });
    answer = () => refusal();
    fireEvent.click(screen.getByLabelText(control));
    if (save) fireEvent.click(screen.getByRole('button', { name: save }));
    await toasted({ title: 'Update failed', description: failed });
  });

  it('reads the account again, once for several changes at a time', async () => {
    show();
    const [activity, replies] = ['Show Activity', 'New Replies'].map((name) => screen.getByRole('switch', { name }));
    answer = (body) => ('newReplies' in body ? { ...ownUser.notificationPreferences, ...body } : body);
    fireEvent.click(activity as HTMLElement);
    fireEvent.click(replies as HTMLElement);
    await waitFor(() => expect(api.acts).toHaveLength(2));
    await waitFor(() => expect(api.reads.filter((path) => path !== '/api/auth/sessions')).toHaveLength(1));
    expect([activity, replies].map((one) => one?.getAttribute('aria-checked'))).toEqual(['false', 'false']);
  });

  it('makes every list that shows the user out of date', async () => {
    const client = show();
    const lists = [
      queryKeys.feed.list('recent', ownUser.id, false),
      queryKeys.ownContent.list(ownUser.id),
      queryKeys.person.profile(ownUser.id),
    ];
    for (const key of lists) client.setQueryData(key, {});
    fireEvent.click(screen.getByRole('switch', { name: 'Show Activity' }));
    await waitFor(() =>
      expect(lists.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]),
    );
  });

  it.each([
    ['refused', () => refusal()],
    ['answered', (body: object) => body],
  ])('does not affect another user who signed in before it was %s', async (_how, say) => {
    const client = show();
    const arrived = Promise.withResolvers<void>();
    fakeApi(async ({ method, body }) => {
      if (method === 'GET') return new Promise(() => undefined);
      await arrived.promise;
      return say(body);
    });
    fireEvent.click(screen.getByRole('switch', { name: 'Show Activity' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Show Activity' })).not.toBeChecked());
    const other = { ...ownUser, id: idOf(77), username: 'lou' };
    act(() => beginSession(client, other));
    arrived.resolve();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(client.getQueryData(sessionQueries.current().queryKey)).toEqual(other);
    expect(loadStoredUser()?.username).toBe('lou');
  });

  it('after the session has ended asks the user to sign in', async () => {
    show();
    answer = () => {
      own = null;
      return refusal(401);
    };
    fireEvent.click(screen.getByRole('switch', { name: 'Show Activity' }));
    await toasted({ title: 'Login required', description: 'Please sign in to access settings' });
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Show Activity' })).toBeNull());
    expect(localStorage.getItem('currentUser')).toBeNull();
  });
});

describe('the profile link', () => {
  it('is hidden from other people', () => {
    show({ isCreator: true });
    expect(screen.queryByLabelText('Profile Link')).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Hide Ambassador Title' })).toBeNull();
    expect(screen.getByText('Creator')).toBeInTheDocument();
  });
});

describe('the password', () => {
  it('is changed again under the same key after a response was lost', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    fireEvent.change(screen.getByLabelText('Current password'), { target: { value: 'secret1' } });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: 'another secret' } });
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    fireEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await toasted({ title: 'Update failed', description: 'Could not change the password' });
    answer = () => ({ success: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));
    await toasted({ title: 'Password changed' });
    expect(keys()).toEqual([expect.stringMatching(/.{8}/), keys()[0]]);
  });
});

describe('the sessions', () => {
  it('have different names if devices are alike', async () => {
    sessions = [session(1, { isCurrent: true }), session(2), session(3), session(4, { device: null }), session(5)];
    show();
    await screen.findByRole('button', { name: 'Sign out on Firefox on Android' });
    const names = screen.getAllByRole('button', { name: /^Sign out on/ }).map((end) => end.getAttribute('aria-label'));
    expect(names).toEqual(
      ['', ' (2)', '', ' (3)'].map(
        (which, at) => `Sign out on ${at === 2 ? 'Some device' : 'Firefox on Android'}${which}`,
      ),
    );
  });

  it('show their devices, end singly or all others at once, and report a failure', async () => {
    sessions = [session(1, { isCurrent: true }), session(2), session(3, { device: null })];
    show();
    const end = await screen.findByRole('button', { name: 'Sign out on Firefox on Android' });
    expect(screen.getByText('this one')).toBeInTheDocument();
    answer = () => refusal();
    fireEvent.click(end);
    await toasted({ title: 'Update failed', description: 'Could not end the session' });
    answer = () => ({ success: true });
    await waitFor(() => expect(end).toBeEnabled());
    fireEvent.click(end);
    await toasted({ title: 'Session ended' });
    const all = screen.getByRole('button', { name: 'Sign out everywhere else' });
    await waitFor(() => expect(all).toBeEnabled());
    fireEvent.click(all);
    await toasted({ title: 'All other sessions ended' });
    expect(api.acts.map(({ call }) => call)).toEqual([
      `DELETE /api/auth/sessions/${idOf(2)}`,
      `DELETE /api/auth/sessions/${idOf(2)}`,
      'DELETE /api/auth/sessions',
    ]);
  });
});

describe('the deletion of the account', () => {
  it.each([
    ['keep', 'It stays. After 72 hours we destroy the record that links it to you.'],
    ['remove', /between 3 and 30 days.*nothing of it to bring back.*Somebody who watches closely could connect/],
  ])('asks what happens to anonymous posts, and keeps them by default: %s', async (anonymousPosts, hint) => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
    const card = cardOf('Delete account');
    expect(card.getByRole('radio', { name: 'Keep it' })).toBeChecked();
    if (anonymousPosts === 'remove') fireEvent.click(card.getByRole('radio', { name: 'Remove it' }));
    expect(card.getByText(hint)).toBeInTheDocument();
    fireEvent.change(card.getByLabelText('Current password'), { target: { value: 'secret1' } });
    answer = () => refusal();
    fireEvent.click(card.getByRole('button', { name: 'Delete my account' }));
    await toasted({ title: 'Delete failed' });
    expect(api.acts).toMatchObject([
      { call: `DELETE /api/users/${ownUser.id}`, body: { password: 'secret1', anonymousPosts } },
    ]);
  });
});
