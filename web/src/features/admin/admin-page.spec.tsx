import type { Wipe, WipeCounts } from '@hearsay/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, sampleId, userCard } from '../../../test/sample-content.ts';
import AdminPage from './admin-page.tsx';

const HOUR_MS = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const person = (number: number, username: string, changes: object = {}) => ({
  id: sampleId(number),
  username,
  isCreator: false,
  profileImage: null,
  createdAt: '2026-11-21T12:00:00.000Z',
  isProtected: false,
  ...changes,
});
const wipe = (number: number, username: string, changes: Partial<Wipe>): Wipe => ({
  wipeId: sampleId(number),
  subject: userCard(username, sampleId(number)),
  status: 'done',
  done: 10,
  total: 10,
  undoUntil: later(71.5),
  ...changes,
});
let counts: WipeCounts;
const people = [person(1, 'lou'), person(2, 'nadia', { isCreator: true }), person(3, 'founder', { isProtected: true })];

let wipes: Wipe[];
let answer: () => unknown;
let pageSize: number;
const api = fakeApiPerTest(({ method, path, query }) => {
  if (method !== 'GET') return answer();
  if (path === '/api/users') {
    const from = people.findIndex(({ username }) => username === query.get('after')) + 1;
    return people.slice(from, from + pageSize);
  }
  if (path === '/api/users/search')
    return [person(1, 'lou'), person(77, 'lou.beyond'), person(78, 'lou.the.founder', { isProtected: true })].map(
      ({ id, username, profileImage, isProtected }) => ({ id, username, profileImage, isProtected }),
    );
  return path === '/api/admin/wipes' ? wipes : counts;
});
beforeEach(() => {
  wipes = [];
  pageSize = 2;
  counts = { questions: 1, discussions: 2, podcasts: 0, reposts: 1204 };
});

const show = (address = '/admin') => showPage(<AdminPage />, { viewer: { ...ownUser, isAmbassador: true }, address });

it.each([
  ['a visitor', null],
  ['a fan', ownUser],
])('the admin page is closed to %s and loads no data', (_who, viewer) => {
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
const field = () => screen.findByRole('combobox', { name: 'User' });
const box = () => screen.getByRole('combobox', { name: 'User' });
const type = (value: string) => fireEvent.change(box(), { target: { value } });
const press = (key: string, more: object = {}) => fireEvent.keyDown(box(), { key, ...more });
const list = () => screen.queryByRole('listbox', { name: 'User' });
const options = () => within(list()!).getAllByRole('option');
const offered = () => options().map((option) => option.querySelector('.font-semibold')?.textContent);
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
const remove = () => screen.getByRole('button', { name: 'Delete All User Content' });
const isRead = (number: number) =>
  waitFor(() => expect(api.reads).toContain(`/api/admin/users/${sampleId(number)}/content`));
const readMore = async () => fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

it('the admin page lists all accounts and offers deletion of unprotected ones', async () => {
  show();
  fireEvent.click(await field());
  expect(offered()).toEqual(['lou', 'nadia']);
  expect(listed()).toEqual([
    expect.stringMatching(/^Llou.*Joined .*2026.*Fan$/),
    expect.stringMatching(/^Nnadia.*Joined .*2026.*Creator$/),
  ]);
  await readMore();
  await waitFor(() => expect(listed()[2]).toMatch(/^Ffounder.*Joined .*2026.*Fan$/));
  expect(offered()).toEqual(['lou', 'nadia']);
  await readMore();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(api.reads.filter((path) => path.startsWith('/api/users?'))).toEqual([
    '/api/users?after=',
    '/api/users?after=nadia',
    '/api/users?after=founder',
  ]);
  expect(remove()).toBeDisabled();
});

it('the search finds people beyond the loaded list, and typing chooses no person', async () => {
  show();
  await field();
  type(' NAD');
  expect(offered()).toEqual(['nadia']);
  expect(listed()).toHaveLength(1);
  expect(remove()).toBeDisabled();
  type('lou');
  expect(offered()).toEqual(['lou']);
  await waitFor(() => expect(offered()).toEqual(['lou', 'lou.beyond']));
  expect(api.reads.filter((path) => path.includes('search'))).toEqual(['/api/users/search?q=lou']);
  fireEvent.click(options()[1]!);
  await isRead(77);
  expect(box()).toHaveValue('lou.beyond');
  expect(list()).toBeNull();
  expect(listed()).toHaveLength(2);
  expect(remove()).toBeEnabled();
  type('zz');
  expect(screen.getAllByText('Nobody by that name.')).not.toEqual([]);
  expect(list()).toBeNull();
  expect(remove()).toBeDisabled();
});

it('people can be chosen by keyboard, as in a combobox', async () => {
  show();
  await field();
  expect(box()).toHaveAttribute('aria-expanded', 'false');
  press('ArrowDown', { altKey: true });
  expect(box()).toHaveAttribute('aria-expanded', 'true');
  expect(active()).toBeNull();
  press('ArrowUp');
  expect(active()).toHaveTextContent(/^Nnadia/);
  press('ArrowDown');
  expect(active()).toHaveTextContent(/^Llou/);
  expect(active()).toHaveAttribute('aria-selected', 'true');
  press('Home');
  expect(active()).toBeNull();
  press('ArrowUp', { altKey: true });
  expect(list()).toBeNull();
  press('ArrowDown');
  press('Escape');
  expect(list()).toBeNull();
  press('ArrowDown');
  press('Enter');
  expect(box()).toHaveValue('lou');
  expect(list()).toBeNull();
  await isRead(1);
  press('Escape');
  expect(box()).toHaveValue('');
  expect(remove()).toBeDisabled();
  press('ArrowDown');
  press('Tab');
  expect(list()).toBeNull();
});

it('the admin page and the listbox show 20 people at a time', async () => {
  const many = Array.from({ length: 45 }, (_, index) => person(100 + index, `fan.${index}`));
  people.push(...many);
  pageSize = 48;
  show();
  fireEvent.click(await field());
  expect(offered()).toHaveLength(20);
  expect(screen.getByText('The first 20. Type more of the name.')).toBeInTheDocument();
  expect(listed()).toHaveLength(20);
  await readMore();
  expect(listed()).toHaveLength(40);
  people.splice(-many.length);
});

it.each([
  ['lou', 'lou', sampleId(1)],
  ['a name in another case', 'LOU', sampleId(1)],
])('the admin page chooses the person whom the address names: %s', async (_case, name, id) => {
  show(`/admin?user=${name}`);
  await waitFor(() => expect(box()).toHaveValue('lou'));
  await waitFor(() => expect(api.reads).toContain(`/api/admin/users/${id}/content`));
  type('');
  expect(box()).toHaveValue('');
});

it.each(['lou.the.founder', 'nobody'])('the admin page chooses no person if the address names %s', async (name) => {
  show(`/admin?user=${name}`);
  await waitFor(() => expect(api.reads).toContain(`/api/users/search?q=${name}`));
  expect(await field()).toHaveValue('');
});

it('the deletion is disabled for a person without posts', async () => {
  counts = { questions: 0, discussions: 0, podcasts: 0, reposts: 0 };
  show('/admin?user=lou');
  expect(await screen.findByText('They have posted nothing under their name.')).toBeInTheDocument();
  expect(remove()).toBeDisabled();
});

it.each([
  [{ error: 'This account is protected', code: 'forbidden', requestId: '1' }, 'This account is protected'],
  [{}, 'An error occurred'],
])('the admin page says why a deletion failed: %j', async (body, reason) => {
  answer = () => refusal(403, body);
  show();
  fireEvent.click(await field());
  fireEvent.click(options()[0]!);
  for (const line of ['1 question, with all discussions', '2 replies', '0 podcasts', '1,204 reposts'])
    expect(await screen.findByText(line)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete All User Content' }));
  expect(await screen.findByRole('dialog', { name: 'Delete all content of lou?' })).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await expectToast({ title: 'Failed to delete content', description: reason });
});

it('the admin page shows the progress of a wipe, and how to undo it', async () => {
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
  expect(api.acts.map(({ call }) => call)).toEqual([`POST /api/admin/wipes/${sampleId(6)}/undo`]);
});
