import type { OwnUser, RepostData } from '@hearsay/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, questionId } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import type { ContentMenuProps } from './content-menu.tsx';

let isOnline = true;
const loadCode = (load: () => Promise<unknown>) =>
  isOnline ? load() : Promise.reject(new TypeError('Failed to fetch'));
jest.unstable_mockModule('../errors/new-build.ts', () => ({ loadCode }));
const { ContentMenu } = await import('./content-menu.tsx');

const api = fakeApiPerTest(() => ({ success: true }));

const own = { isMine: true };
const others = { isMine: false };

function show(menu: Partial<ContentMenuProps> & Pick<ContentMenuProps, 'content'>, viewer: OwnUser | null = ownUser) {
  const item = { contentType: 'question', contentId: questionId } as const;
  return showPage(<ContentMenu item={item} kind="question" isOwnPage={false} className="" {...menu} />, { viewer });
}
const button = () => screen.getByRole('button', { name: 'More options' });
const item = (name: string) => screen.findByRole('menuitem', { name });
async function choose(name: string) {
  fireEvent.click(button());
  fireEvent.click(await item(name));
}

describe('the menu of content', () => {
  it('the menu is hidden from visitors', () => {
    show({ content: others, words: 'Hello.' }, null);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the menu opens after a tap as soon as its code has loaded', async () => {
    show({ content: own, words: 'Hello.' });
    fireEvent.pointerDown(button());
    fireEvent.click(button());
    expect(button()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(await item('Copy text')).toHaveFocus();
    expect(button()).toHaveAttribute('aria-controls', screen.getByRole('menu').id);
  });

  it('the menu opens the share sheet of a question', async () => {
    const shared = { id: questionId, title: 'Why?', replyBoostThreshold: 3, boostCount: 1, isRevealed: false };
    show({ content: own, shared });
    await choose('Share the card');
    expect(await screen.findByRole('dialog', { name: '2 more people have to want this' })).toBeInTheDocument();
  });

  it('arrow keys move through the menu, and the focus returns before an action', async () => {
    show({ content: own, words: 'Hello.' });
    fireEvent.click(button());
    fireEvent.keyDown(await item('Copy text'), { key: 'ArrowUp' });
    expect(await item('Delete')).toHaveFocus();
    fireEvent.keyDown(await item('Delete'), { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button()).toHaveFocus();
    button().blur();
    await choose('Delete');
    expect(button()).toHaveFocus();
    await screen.findByRole('dialog');
  });

  it('the menu closes at a tap outside', async () => {
    show({ content: own });
    fireEvent.click(button());
    await item('Delete');
    fireEvent.pointerDown(document.body);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('the menu stays closed if its code fails to load, and loads it at the next tap', async () => {
    isOnline = false;
    show({ content: own });
    fireEvent.click(button());
    await waitFor(() => expect(button()).toHaveAttribute('aria-expanded', 'false'));
    isOnline = true;
    fireEvent.click(button());
    expect(await item('Delete')).toBeInTheDocument();
  });
});

describe('deleting', () => {
  const done = [
    ['question', 'question', 'Question deleted', 'Failed to delete question'],
    ['discussion', 'discussion', 'Reply deleted', 'Failed to delete reply'],
    ['message', 'discussion', 'Message deleted', 'Failed to delete message'],
    ['podcast', 'podcast', 'Podcast deleted', 'Failed to delete podcast'],
  ] as const;
  it.each(done)('a %s asks for confirmation, and reports a failure', async (kind, contentType, title, failed) => {
    show({ kind, item: { contentType, contentId: questionId }, content: own });
    await choose('Delete');
    await screen.findByRole('dialog');
    press('Delete');
    await expectToast({ title, tone: 'good' });
    expect(api.acts).toMatchObject([
      { call: `DELETE /api/${contentType}s/${questionId}`, body: { userId: ownUser.id } },
    ]);
    api.answer = () => refusal(400);
    await choose('Delete');
    await screen.findByRole('dialog');
    press('Delete');
    await expectToast({ title: 'Delete failed', description: failed });
  });

  it('a failed deletion of a repost is reported, and the feed starts again', async () => {
    const repost = { reposterUserId: ownUser.id } as RepostData;
    const client = show({ content: others, repost });
    const feed = queryKeys.feed.list('recent', ownUser.id, false);
    client.setQueryData(feed, { pages: [{ items: [{ id: questionId }] }], pageParams: [null] });
    api.answer = () => refusal(400);
    await choose('Delete repost');
    await screen.findByRole('dialog');
    press('Delete');
    await expectToast({ title: 'Delete failed', description: 'Failed to delete repost' });
    await waitFor(() => expect(client.getQueryData(feed)).toBeUndefined());
  });

  it('a deletion after the end of the session drops the data that the user saw', async () => {
    const lists = ['/api/blocks', '/api/mutes'];
    api.answer = ({ path }) => (lists.includes(path) ? [] : refusal(401));
    const client = show({ content: own });
    const feed = queryKeys.feed.list('recent', ownUser.id, false);
    client.setQueryData(feed, { pages: [{ items: [{ id: questionId }] }], pageParams: [null] });
    await choose('Delete');
    await screen.findByRole('dialog');
    press('Delete');
    await expectToast({ description: 'You must be logged in to delete' });
    expect(client.getQueryData(feed)).toBeUndefined();
  });

  it('an offline deletion tells the user that it waits, and is sent when online', async () => {
    show({ content: own });
    onlineManager.setOnline(false);
    await choose('Delete');
    await screen.findByRole('dialog');
    press('Delete');
    await expectToast({ title: 'You are offline', description: 'It is sent as soon as you are back.' });
    expect(api.acts).toEqual([]);
    act(() => onlineManager.setOnline(true));
    await expectToast({ title: 'Question deleted' });
    expect(api.acts).toHaveLength(1);
  });
});

it.each([
  ['question', 'Report this question for inappropriate content?'],
  ['discussion', 'Report this reply for inappropriate content?'],
  ['podcast', 'Report this podcast for inappropriate content?'],
] as const)('a %s from a card asks: %s, and sends the only reason', async (kind, title) => {
  const item = { contentType: kind, contentId: questionId };
  api.answer = () => refusal(400);
  show({ item, kind, content: others });
  await choose('Report');
  expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
  press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.acts).toEqual([]);
  await choose('Report');
  await screen.findByRole('dialog', { name: title });
  press('Report');
  await waitFor(() => expect(api.acts).toHaveLength(1));
  expect(api.acts).toMatchObject([
    { call: 'POST /api/reports', body: { ...item, reporterId: ownUser.id, reason: 'inappropriate_content' } },
  ]);
  await expectToast({ title: 'Report failed', description: 'Failed to submit report' });
});
