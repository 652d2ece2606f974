import type { Wipe } from '@hearsay/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { apiOfFile, expectToast, refusal, showPage } from '../../../test/page.tsx';
import { card, idOf, ownUser } from '../../../test/sample-content.ts';
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
const counts = { questions: 1, discussions: 2, podcasts: 0, reposts: 1204 };
const people = [person(1, 'lou'), person(2, 'nadia', { isCreator: true }), person(3, 'founder', { isProtected: true })];

let wipes: Wipe[];
let answer: () => unknown;
const api = apiOfFile(({ method, path, query }) => {
  if (method !== 'GET') return answer();
  if (path === '/api/users') {
    const from = people.findIndex(({ username }) => username === query.get('after')) + 1;
    return people.slice(from, from + 2);
  }
  if (path === '/api/users/search')
    return [person(1, 'lou'), person(77, 'lou.beyond'), person(78, 'lou.the.founder', { isProtected: true })].map(
      ({ id, username, profileImage, isProtected }) => ({ id, username, profileImage, isProtected }),
    );
  return path === '/api/admin/wipes' ? wipes : counts;
});
beforeEach(() => {
  wipes = [];
});

const show = () => showPage(<AdminPage />, { viewer: { ...ownUser, isAmbassador: true } });

it.each([
  ['a visitor', null],
  ['a fan', ownUser],
])('is closed to %s and loads no data', (_who, viewer) => {
  showPage(<AdminPage />, { viewer });
  expect(screen.getByText('Access denied. Only ambassadors can access the admin panel.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Delete All User Content' })).toBeNull();
  expect(api.reads).toEqual([]);
});

const textsIn = (box: HTMLElement | null, role: string) =>
  within(box as HTMLElement)
    .getAllByRole(role)
    .map(({ textContent }) => textContent);
const listed = () => textsIn(screen.getByRole('heading', { name: 'All users' }).parentElement, 'listitem');
const offered = () => textsIn(screen.getByLabelText('User'), 'option');
const readMore = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

it('lists all accounts page by page and offers deletion unless they are protected', async () => {
  show();
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
  expect(api.reads.filter((path) => path.startsWith('/api/users?'))).toEqual([
    '/api/users?after=',
    '/api/users?after=nadia',
    '/api/users?after=founder',
  ]);
  expect(screen.getByRole('button', { name: 'Delete All User Content' })).toBeDisabled();
});

const seek = (words: string) =>
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find someone' }), { target: { value: words } });

it('finds people by name, beyond the loaded list too, and keeps the selection', async () => {
  show();
  await screen.findByLabelText('User');
  seek(' NAD');
  expect(offered()).toEqual(['Choose a user', 'nadia']);
  fireEvent.change(screen.getByLabelText('User'), { target: { value: idOf(2) } });
  seek('lou');
  expect(offered()).toEqual(['Choose a user', 'nadia', 'lou']);
  await waitFor(() => expect(offered()).toEqual(['Choose a user', 'nadia', 'lou', 'lou.beyond']));
  expect(api.reads.filter((path) => path.includes('search'))).toEqual(['/api/users/search?q=lou']);
  fireEvent.change(screen.getByLabelText('User'), { target: { value: idOf(77) } });
  await waitFor(() => expect(api.reads).toContain(`/api/admin/users/${idOf(77)}/content`));
  seek('zz');
  expect(screen.getByText('Nobody by that name.')).toBeInTheDocument();
  expect(offered()).toEqual(['Choose a user', 'lou.beyond']);
});

it.each([
  [{ error: 'This account is protected', code: 'forbidden', requestId: '1' }, 'This account is protected'],
  [{}, 'An error occurred'],
])('says why a deletion failed: %j', async (body, reason) => {
  answer = () => refusal(403, body);
  show();
  fireEvent.change(await screen.findByLabelText('User'), { target: { value: idOf(1) } });
  for (const line of ['1 question, with all discussions', '2 replies', '0 podcasts', '1,204 reposts'])
    expect(await screen.findByText(line)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete All User Content' }));
  expect(await screen.findByRole('dialog', { name: 'Delete all content of lou?' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await expectToast({ title: 'Failed to delete content', description: reason });
});

it('shows the progress of a deletion, and an undo while one is possible', async () => {
  wipes = [
    wipe(5, 'lou', { status: 'running', done: 4 }),
    wipe(6, 'nadia', {}),
    wipe(7, 'omar', { undoUntil: later(-1) }),
    wipe(8, 'petra', { status: 'undone' }),
  ];
  show();
  expect(await screen.findByText('Working: 4 of 10')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'lou' })).toHaveAttribute('value', '4');
  expect(screen.getAllByText(/^71 h \d+ min left to undo$/)).toHaveLength(2);
  expect(screen.getByText('Can no longer be undone')).toBeInTheDocument();
  expect(screen.getByText('Brought back')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(2);
  answer = () => wipe(6, 'nadia', { status: 'undone' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo the deletion of what nadia has posted' }));
  await expectToast({ title: 'What nadia posted is back' });
  expect(api.acts.map(({ call }) => call)).toEqual([`POST /api/admin/wipes/${idOf(6)}/undo`]);
});
