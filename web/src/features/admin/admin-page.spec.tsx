import type { Wipe } from '@hearsay/contracts';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { card, idOf, ownUser } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { DialogHost } from '../../shared/dialogs/dialog-host.tsx';
import { closeDialog } from '../../shared/ui/dialog-store.ts';
import AdminPage from './admin-page.tsx';

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const person = (number: number, username: string, changes: object = {}) => ({
  id: idOf(number),
  username,
  isCreator: false,
  profileImage: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  isProtected: false,
  ...changes,
});
const wipe = (number: number, username: string, changes: Partial<Wipe>): Wipe => ({
  wipeId: idOf(number),
  subject: card(username, idOf(number)),
  status: 'done',
  done: 10,
  total: 10,
  undoUntil: later(71.5),
  ...changes,
});

let people: ReturnType<typeof person>[];
let wipes: Wipe[];
let sent: { method: string; path: string; body: unknown }[];
let asked: string[];
let answer: () => Response;

beforeEach(() => {
  localStorage.clear();
  people = [person(1, 'lou'), person(2, 'nadia', { isCreator: true }), person(3, 'founder', { isProtected: true })];
  wipes = [];
  sent = [];
  asked = [];
  answer = () => Response.json({ message: 'Gone.', wipeId: idOf(9), counts, undoUntil: later(72) });
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const path = String(input);
    asked.push(path);
    if (init?.method) {
      sent.push({ method: init.method, path, body: init.body ? JSON.parse(String(init.body)) : null });
      return answer();
    }
    if (path.startsWith('/api/users?after='))
      return Response.json(pageAfter(decodeURIComponent(path.split('=')[1] ?? '')));
    if (path.startsWith('/api/users/search'))
      return Response.json(
        [person(1, 'lou'), person(77, 'lou.beyond'), person(78, 'lou.the.founder', { isProtected: true })].map(
          ({ id, username, profileImage, isProtected }) => ({ id, username, profileImage, isProtected }),
        ),
      );
    if (path === '/api/admin/wipes') return Response.json(wipes);
    return Response.json(counts);
  });
});
afterEach(() => {
  act(() => closeDialog());
});

const pageAfter = (name: string) => {
  const from = people.findIndex(({ username }) => username === name) + 1;
  return people.slice(from, from + 2);
};

const counts = { questions: 1, discussions: 2, podcasts: 0, reposts: 1204 };

function show(user: typeof ownUser | null) {
  const client = clientOf(user);
  renderWith(
    client,
    <>
      <AdminPage />
      <DialogHost />
    </>,
  );
}
const ambassador = { ...ownUser, isAmbassador: true };

it.each([
  ['a visitor', null],
  ['a fan', ownUser],
])('is closed to %s and loads no data', (_who, user) => {
  show(user);
  expect(screen.getByText('Access denied. Only ambassadors can access the admin panel.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete All User Content' })).toBeNull();
  expect(asked).toEqual([]);
});

const listed = () =>
  within(screen.getByRole('heading', { name: 'All users' }).parentElement as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const readMore = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

it('lists all accounts page by page and offers deletion unless they are protected', async () => {
  show(ambassador);
  await screen.findByLabelText('User');
  expect(offered()).toEqual(['Choose a user', 'lou', 'nadia']);
  expect(listed()).toEqual([
    expect.stringMatching(/^Llou.*Joined .*2026.*Fan$/),
    expect.stringMatching(/^Nnadia.*Joined .*2026.*Creator$/),
  ]);
  await readMore();
  await waitFor(() => expect(listed()[2]).toMatch(/^Ffounder.*Joined .*2026.*Fan$/));
  expect(offered()).toEqual(['Choose a user', 'lou', 'nadia']);
  await readMore();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(asked.filter((path) => path.startsWith('/api/users?'))).toEqual([
    '/api/users?after=',
    '/api/users?after=nadia',
    '/api/users?after=founder',
  ]);
  expect(screen.getByRole('button', { name: 'Delete All User Content' })).toBeDisabled();
});

const offered = () =>
  within(screen.getByLabelText('User'))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const seek = (words: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find someone' }), { target: { value: words } });

it('finds people by name, beyond the loaded list too, and keeps the selection', async () => {
  show(ambassador);
  await screen.findByLabelText('User');
  seek(' NAD');
  expect(offered()).toEqual(['Choose a user', 'nadia']);
  fireEvent.change(screen.getByLabelText('User'), { target: { value: idOf(2) } });
  seek('lou');
  expect(offered()).toEqual(['Choose a user', 'nadia', 'lou']);
  await waitFor(() => expect(offered()).toEqual(['Choose a user', 'nadia', 'lou', 'lou.beyond']));
  expect(asked.filter((path) => path.includes('search'))).toEqual(['/api/users/search?q=lou']);
  fireEvent.change(screen.getByLabelText('User'), { target: { value: idOf(77) } });
  await waitFor(() => expect(asked).toContain(`/api/admin/users/${idOf(77)}/content`));
  seek('zz');
  expect(screen.getByText('Nobody by that name.')).toBeInTheDocument();
  expect(offered()).toEqual(['Choose a user', 'lou.beyond']);
});

async function choose(): Promise<void> {
  fireEvent.change(await screen.findByLabelText('User'), { target: { value: idOf(1) } });
  expect(await screen.findByText('1 question, with all discussions')).toBeInTheDocument();
  for (const line of ['2 replies', '0 podcasts', '1,204 reposts']) expect(screen.getByText(line)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete All User Content' }));
  expect(await screen.findByRole('dialog', { name: 'Delete all content of lou?' })).toBeInTheDocument();
}

it.each([
  [
    '{"error":"The content of this account is protected","code":"forbidden","requestId":"1"}',
    'The content of this account is protected',
  ],
  ['{}', 'An error occurred'],
])('says why a deletion failed: %s', async (body, reason) => {
  answer = () => new Response(body, { status: 403 });
  show(ambassador);
  await choose();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await toasted({ title: 'Failed to delete content', description: reason });
});

it('shows the progress of a deletion, and an undo while one is possible', async () => {
  wipes = [
    wipe(5, 'lou', { status: 'running', done: 4 }),
    wipe(6, 'nadia', {}),
    wipe(7, 'omar', { undoUntil: later(-1) }),
    wipe(8, 'petra', { status: 'undone' }),
  ];
  show(ambassador);
  expect(await screen.findByText('Working: 4 of 10')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'lou' })).toHaveAttribute('value', '4');
  expect(screen.getAllByText(/^71 h \d+ min left to undo$/)).toHaveLength(2);
  expect(screen.getByText('Can no longer be undone')).toBeInTheDocument();
  expect(screen.getByText('Brought back')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
  answer = () => Response.json(wipe(6, 'nadia', { status: 'undone' }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo the deletion of what nadia has posted' }));
  await toasted({ title: 'What nadia posted is back' });
  expect(sent).toEqual([{ method: 'POST', path: `/api/admin/wipes/${idOf(6)}/undo`, body: null }]);
});
