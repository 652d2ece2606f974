import type { OwnUser } from '@hearsay/contracts';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  currentAddress,
  expectToast,
  fakeApi,
  fakeApiPerTest,
  press,
  refusal,
  showPage,
  write,
} from '../../../test/page.tsx';
import { ownUser, sampleId } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { beginSession, sessionQueries } from '../../shared/session/session.ts';
import { loadStoredUser } from '../../shared/session/stored-user.ts';
import SettingsPage from './settings-page.tsx';

const session = (number: number, changes: object = {}) => ({
  id: sampleId(number),
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUsedAt: '2026-11-21T12:00:00.000Z',
  device: 'Firefox on Android',
  isCurrent: number === 1,
  ...changes,
});

let answer: (body: object) => unknown;
let sessions: object[];
let own: OwnUser | null;
const api = fakeApiPerTest(async ({ method, path, body }) => {
  const lists: Record<string, object[]> = {
    ...{ '/api/auth/sessions': sessions, '/api/word-rules': [] },
    ...{ '/api/blocks': [], '/api/mutes': [] },
  };
  if (method === 'GET') return lists[path] ?? own;
  const answered = await answer(body);
  if (own && path.startsWith('/api/users/') && !(answered instanceof Response))
    own = path.endsWith('/notification-preferences')
      ? { ...own, notificationPreferences: { ...own.notificationPreferences, ...body } }
      : { ...own, ...(answered as object) };
  return answered;
});
const keys = () => api.acts.map(({ key }) => key);

beforeEach(() => {
  sessions = [session(1)];
  answer = (body) => body;
});

function show(changes: Partial<OwnUser> = {}) {
  own = { ...ownUser, ...changes };
  return showPage(<SettingsPage />, { viewer: own, address: '/settings' });
}
const cardOf = (heading: string) =>
  within(screen.getByRole('heading', { name: heading }).closest('section') as HTMLElement);
const showsActivity = () => screen.getByRole('switch', { name: 'Show Activity' });

describe('the picture', () => {
  const save = () => screen.queryByRole('button', { name: 'Save Changes' });

  it('the picture can be saved only if it differs, and Cancel resets it', async () => {
    show({ profileImage: 'https://example.org/old.png' });
    expect(save()).toBeNull();
    write('Picture URL', ' https://example.org/old.png ');
    expect(save()).toBeNull();
    write('Picture URL', ' https://example.org/new.png ');
    press('Cancel');
    expect(screen.getByLabelText('Picture URL')).toHaveValue('https://example.org/old.png');
    expect(save()).toBeNull();
    write('Picture URL', ' https://example.org/new.png ');
    answer = () => refusal();
    press('Save Changes');
    await expectToast({ title: 'Update failed', description: 'Could not update profile picture' });
    answer = (body) => body;
    press('Save Changes');
    await expectToast({ title: 'Profile updated' });
    expect(api.sent().at(-1)).toEqual({
      call: `PATCH /api/users/${ownUser.id}/profile-image`,
      body: { profileImage: 'https://example.org/new.png' },
    });
  });

  it('a picture of another host is fetched by the server alone, then has a local URL', async () => {
    const ours = `/api/media/p${'a'.repeat(24)}`;
    answer = () => ({ profileImage: ours });
    show({ profileImage: null });
    write('Picture URL', 'https://example.org/new.png');
    expect(document.querySelector('img')).toBeNull();
    press('Save Changes');
    await expectToast({ title: 'Profile updated' });
    await waitFor(() => expect(save()).toBeNull());
    expect(screen.getByLabelText('Picture URL')).toHaveValue(ours);
  });

  // jsdom decodes no images, so it reads neither file.
  it.each([
    ['text/plain', 'Invalid file type', 'Please select an image file'],
    ['image/png', 'This picture cannot be read', 'Please choose it as JPEG or PNG.'],
  ])('an unreadable picture file of type %s is refused', async (type, title, description) => {
    show();
    const picker = document.querySelector('input[type=file]') as HTMLElement;
    fireEvent.change(picker, { target: { files: [new File(['words'], 'words', { type })] } });
    await expectToast({ title, description });
    expect(save()).toBeNull();
  });
});

it('a saved gradient leads to the own profile after one second', async () => {
  jest.useFakeTimers();
  show();
  fireEvent.click(screen.getByRole('radio', { name: 'Galaxy' }));
  press('Save Gradient');
  await act(() => jest.advanceTimersByTimeAsync(999));
  expect(currentAddress()).toBe('/settings');
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(currentAddress()).toBe(`/@${ownUser.username}`);
});

describe('a switch', () => {
  it('a switch shows its new state at once, and reverts with a message on a refusal', async () => {
    show();
    const refused = Promise.withResolvers<Response>();
    answer = () => refused.promise;
    fireEvent.click(showsActivity());
    await waitFor(() => expect(showsActivity()).not.toBeChecked());
    refused.resolve(refusal());
    await expectToast({ title: 'Update failed', description: 'Could not update activity settings' });
    await waitFor(() => expect(showsActivity()).toBeChecked());
  });

  it('a switch is retried under the same key, so that the server applies it once', async () => {
    jest.useFakeTimers();
    show();
    answer = (body) => (api.acts.length === 1 ? refusal(503) : body);
    fireEvent.click(showsActivity());
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(keys()).toEqual([expect.stringMatching(/.{8}/), keys()[0]]);
    expect(showsActivity()).not.toBeChecked();
  });
});

it('anonymous questions can be turned off for a week', async () => {
  show();
  const choices = within(screen.getByRole('group', { name: 'Anonymous questions' }));
  const choose = (name: string) => fireEvent.click(choices.getByRole('radio', { name }));
  choose('Off for 7 days');
  await expectToast({ title: 'Settings updated' });
  await waitFor(() => expect(choices.getByRole('radio', { name: 'Off for 7 days' })).toBeChecked());
  expect(screen.getByText(/^On again /)).toBeInTheDocument();
  const [week] = api.sent() as { call: string; body: Record<string, string> }[];
  expect(week!.call).toBe(`PATCH /api/users/${ownUser.id}/who-may-ask`);
  expect(week!.body.anonymousAsks).toBe('off');
  const aheadMs = Date.parse(week!.body.anonymousAsksOffUntil!) - Date.now();
  expect(Math.abs(aheadMs / 86_400_000 - 7)).toBeLessThan(0.01);
  choose('On');
  await waitFor(() => expect(screen.queryByText(/^On again /)).toBeNull());
  expect(api.sent().at(-1)!.body).toEqual({ anonymousAsks: 'on', anonymousAsksOffUntil: null });
});

describe('a change of the own account', () => {
  it.each([
    ['Could not update gradient colors', 'Galaxy', 'Save Gradient'],
    ['Could not update who may ask you', 'Members', null],
    ['Could not update who may ask you', 'Off for 7 days', null],
    ['Could not update notification settings', 'New Replies', null],
    ['Could not update ambassador visibility', 'Hide Ambassador Title', null],
  ])('a change that failed shows a message: %s', async (failed, control, save) => {
    show({ isAmbassador: true });
    answer = () => refusal();
    fireEvent.click(screen.getByLabelText(control));
    if (save) press(save);
    await expectToast({ title: 'Update failed', description: failed });
  });

  it('the account is read again once after the last of several changes', async () => {
    show();
    const replies = screen.getByRole('switch', { name: 'New Replies' });
    answer = (body) => ('newReplies' in body ? { ...ownUser.notificationPreferences, ...body } : body);
    fireEvent.click(showsActivity());
    fireEvent.click(replies);
    await waitFor(() => expect(api.acts).toHaveLength(2));
    await waitFor(() => expect(api.reads.filter((path) => path.startsWith('/api/auth/user'))).toHaveLength(1));
    for (const one of [showsActivity(), replies]) expect(one).not.toBeChecked();
  });

  it('a change marks every list that shows the user as stale', async () => {
    const client = show();
    const lists = [
      queryKeys.feed.list('recent', ownUser.id, false),
      queryKeys.ownContent.list(ownUser.id),
      queryKeys.person.profile(ownUser.id),
    ];
    for (const key of lists) client.setQueryData(key, {});
    fireEvent.click(showsActivity());
    await waitFor(() => expect(lists.every((key) => client.getQueryState(key)?.isInvalidated)).toBe(true));
  });

  it.each([
    ['refused', () => refusal()],
    ['answered', (body: object) => body],
  ])('a change does not affect another user who signed in before it was %s', async (_how, say) => {
    const client = show();
    const arrived = Promise.withResolvers<void>();
    fakeApi(async ({ method, body }) => {
      if (method === 'GET') return new Promise(() => undefined);
      await arrived.promise;
      return say(body);
    });
    fireEvent.click(showsActivity());
    await waitFor(() => expect(showsActivity()).not.toBeChecked());
    const other = { ...ownUser, id: sampleId(77), username: 'lou' };
    act(() => beginSession(client, other));
    arrived.resolve();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(client.getQueryData(sessionQueries.current().queryKey)).toEqual(other);
    expect(loadStoredUser()?.username).toBe('lou');
  });

  it('a change after the end of the session asks the user to sign in', async () => {
    show();
    answer = () => {
      own = null;
      return refusal(401);
    };
    fireEvent.click(showsActivity());
    await expectToast({ title: 'Login required', description: 'Please sign in to access settings' });
    await waitFor(() => expect(screen.queryByRole('switch', { name: 'Show Activity' })).toBeNull());
    expect(localStorage.getItem('currentUser')).toBeNull();
  });
});

it('the settings offer a profile link only to people with a role', () => {
  show({ isCreator: true });
  for (const label of ['Profile Link', 'Hide Ambassador Title']) expect(screen.queryByLabelText(label)).toBeNull();
  expect(screen.getByText('Creator')).toBeInTheDocument();
});

it('a password change is repeated under its key after a response was lost', async () => {
  show();
  press('Change password');
  write('Current password', 'secret1');
  write('New password', 'another secret');
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  press('Change password');
  await expectToast({ title: 'Update failed', description: 'Could not change the password' });
  answer = () => ({ success: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Change password' }));
  await expectToast({ title: 'Password changed' });
  expect(keys()).toEqual([expect.stringMatching(/.{8}/), keys()[0]]);
});

describe('the sessions', () => {
  it('sessions on devices of the same kind have different names', async () => {
    sessions = [session(1), session(2), session(3), session(4, { device: null }), session(5)];
    show();
    const ends = await screen.findAllByRole('button', { name: /^Sign out on/ });
    expect(ends.map((end) => end.getAttribute('aria-label'))).toEqual([
      'Sign out on Firefox on Android',
      'Sign out on Firefox on Android (2)',
      'Sign out on Some device',
      'Sign out on Firefox on Android (3)',
    ]);
  });

  it('sessions name their devices, and can be ended one by one or all others at once', async () => {
    sessions = [session(1), session(2), session(3, { device: null })];
    show();
    await screen.findByText('this one');
    const end = async (name: string) => {
      await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
      press(name);
    };
    answer = () => refusal();
    await end('Sign out on Firefox on Android');
    await expectToast({ title: 'Update failed', description: 'Could not end the session' });
    answer = () => ({ success: true });
    await end('Sign out on Firefox on Android');
    await expectToast({ title: 'Session ended' });
    await end('Sign out everywhere else');
    await expectToast({ title: 'All other sessions ended' });
    const one = `DELETE /api/auth/sessions/${sampleId(2)}`;
    expect(api.acts.map(({ call }) => call)).toEqual([one, one, 'DELETE /api/auth/sessions']);
  });
});

it.each([
  ['keep', 'It stays. After 72 hours we destroy the record that links it to you.'],
  ['remove', /between 3 and 30 days.*nothing of it to bring back.*Somebody who watches closely could connect/],
])('a deletion of the account asks what happens to anonymous posts: %s', async (anonymousPosts, hint) => {
  const client = show();
  press('Delete account');
  const card = cardOf('Delete account');
  expect(card.getByRole('radio', { name: 'Keep it' })).toBeChecked();
  if (anonymousPosts === 'remove') fireEvent.click(card.getByRole('radio', { name: 'Remove it' }));
  expect(card.getByText(hint)).toBeInTheDocument();
  write('Current password', 'secret1');
  answer = () => refusal();
  press('Delete my account');
  await expectToast({ title: 'Delete failed' });
  const call = `DELETE /api/users/${ownUser.id}`;
  expect(api.sent()).toEqual([{ call, body: { password: 'secret1', anonymousPosts } }]);
  answer = () => ({ success: true, undoUntil: '2026-11-24T12:00:00.000Z' });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await expectToast({ title: 'Account deleted' });
  expect(currentAddress()).toBe('/');
  expect(client.getQueryData(sessionQueries.current().queryKey)).toBeNull();
});

it('a sign-out leads to the start page', async () => {
  show();
  answer = () => ({ success: true });
  press('Sign Out');
  await expectToast({ title: 'Logged out successfully' });
  expect(currentAddress()).toBe('/');
});
