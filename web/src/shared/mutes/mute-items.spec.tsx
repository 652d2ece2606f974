import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { ContentMenuList, type ContentMenuListProps } from '../cards/content-menu-list.tsx';
import { sessionQueries } from '../session/session.ts';

const tomas = { id: sampleId(7), username: 'tomas' };
const createdAt = '2026-11-21T12:00:00.000Z';
let blocks: object[];
let mutes: object[];
let isRefused: boolean;
const api = fakeApiPerTest(({ path, body }) => {
  if (path === '/api/blocks') return blocks;
  if (path === '/api/mutes') return mutes;
  if (path === '/api/auth/user') return ownUser;
  if (isRefused) return refusal(409);
  const { on } = body as { on: boolean };
  return path.endsWith('/block') ? { isBlocked: on } : { isMuted: on };
});

beforeEach(() => {
  [blocks, mutes, isRefused] = [[], [], false];
});

const show = (menu: Partial<ContentMenuListProps> = {}) => {
  const item = { contentType: 'question', contentId: questionId } as const;
  const content = { isMine: false };
  const all = { item, kind: 'question' as const, content, isOwnPage: false, id: 'menu', opens: 'below' as const };
  return showPage(<ContentMenuList {...all} person={tomas} onClose={() => undefined} {...menu} />);
};
const labels = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
const entry = (name: RegExp) => screen.findByRole('menuitem', { name });

it('the menu of a signed post offers to mute and block its author', async () => {
  show();
  await entry(/Block .?tomas/);
  expect(labels()).toEqual(['Bookmark', 'Mute this question', 'Mute tomas', 'Block tomas', 'Report']);
});

it('a menu entry is renamed in place once blocks and mutes are read', async () => {
  mutes = [{ question: sampleQuestion([], { id: questionId }), createdAt }];
  show({ person: null });
  expect(labels()).toEqual(['Bookmark', 'Mute this question', 'Report']);
  await entry(/Unmute this question/);
  expect(labels()).toEqual(['Bookmark', 'Unmute this question', 'Report']);
});

it('the menu of an anonymous post offers to mute only the question', async () => {
  show({ person: null });
  await entry(/Mute this question/);
  expect(labels()).toEqual(['Bookmark', 'Mute this question', 'Report']);
});

it('the menu of an own message offers no mutes', async () => {
  show({ person: ownUser, kind: 'message' });
  await waitFor(() => expect(api.reads).toContain('/api/mutes'));
  expect(labels()).toEqual(['Bookmark', 'Report']);
});

it('a block needs a confirmation, and then all visible data is read again', async () => {
  const client = show();
  const room = queryKeys.question.detail(questionId);
  fireEvent.click(await entry(/Block .?tomas/));
  await screen.findByRole('dialog', { name: /Block .?tomas/ });
  expect(api.sent()).toEqual([]);
  client.setQueryData(['paged', 'feed', 'recent', ownUser.id, false], { pages: [], pageParams: [] });
  client.setQueryData(room, sampleQuestion([]));
  blocks = [{ user: { ...ownUser, ...tomas }, createdAt }];
  press('Block');
  await expectToast({ tone: 'good', description: 'You can undo it in Settings at any time.' });
  expect(api.sent()).toEqual([{ call: `PUT /api/users/${tomas.id}/block`, body: { on: true } }]);
  await entry(/Unblock .?tomas/);
  expect(client.getQueryData(['paged', 'feed', 'recent', ownUser.id, false])).toBeUndefined();
  expect(client.getQueryData(room)).toBeUndefined();
  expect(client.getQueryData(sessionQueries.current().queryKey)).toBeTruthy();
});

it('a mute needs no confirmation, and a failure is reported', async () => {
  mutes = [{ question: sampleQuestion([], { id: questionId }), createdAt }];
  show();
  fireEvent.click(await entry(/Unmute this question/));
  await expectToast({ title: 'You hear of this question again' });
  isRefused = true;
  fireEvent.click(await entry(/Mute .?tomas/));
  await expectToast({ tone: 'bad', title: 'Could not change this' });
  expect(api.sent()).toEqual([
    { call: `PUT /api/questions/${questionId}/mute`, body: { on: false } },
    { call: `PUT /api/users/${tomas.id}/mute`, body: { on: true } },
  ]);
});
