import type { OwnUser, RepostData } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { type Call, fakeApi, refusal } from '../../../test/fake-api.ts';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { ownUser, questionId } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { queryKeys } from '../api/query-keys.ts';
import { DialogHost } from '../dialogs/dialog-host.tsx';
import { closeDialog } from '../ui/dialog-store.ts';
import { ContentMenu } from './content-menu.tsx';
import type { ContentMenuProps } from './content-menu-list.tsx';

let sent: Call[];

beforeEach(() => {
  ({ acts: sent } = fakeApi(() => ({ success: true })));
});
afterEach(() => {
  onlineManager.setOnline(true);
  act(() => closeDialog());
});

const own = { isMine: true };
const others = { isMine: false };

function show(menu: Partial<ContentMenuProps> & Pick<ContentMenuProps, 'content'>, viewer: OwnUser | null = ownUser) {
  const client = clientOf(viewer);
  const item = { contentType: 'question', contentId: questionId } as const;
  renderWith(
    client,
    <>
      <ContentMenu item={item} kind="question" isOwnPage={false} className="" {...menu} />
      <DialogHost />
    </>,
  );
  return client;
}
const open = () => fireEvent.click(screen.getByRole('button', { name: 'More options' }));
async function choose(name: string) {
  open();
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}
const answer = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the menu of content', () => {
  it('is hidden from visitors', () => {
    show({ content: others, words: 'Hello.' }, null);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('deleting', () => {
  const done = [
    ['question', 'question', 'Question deleted', 'Failed to delete question'],
    ['discussion', 'discussion', 'Reply deleted', 'Failed to delete reply'],
    ['message', 'discussion', 'Message deleted', 'Failed to delete message'],
    ['podcast', 'podcast', 'Podcast deleted', 'Failed to delete podcast'],
  ] as const;
  it.each(done)('a %s asks for confirmation, and says if it failed', async (kind, contentType, title, failed) => {
    show({ kind, item: { contentType, contentId: questionId }, content: own });
    await choose('Delete');
    await screen.findByRole('dialog');
    answer('Delete');
    await toasted({ title, tone: 'good' });
    expect(sent).toMatchObject([{ call: `DELETE /api/${contentType}s/${questionId}`, body: { userId: ownUser.id } }]);
    fakeApi(() => refusal(400));
    await choose('Delete');
    await screen.findByRole('dialog');
    answer('Delete');
    await toasted({ title: 'Delete failed', description: failed });
  });

  it('a repost says if it failed, and starts the feed again', async () => {
    const repost = { reposterUserId: ownUser.id } as RepostData;
    const client = show({ content: others, repost });
    const feed = queryKeys.feed.list('recent', ownUser.id, false);
    client.setQueryData(feed, { pages: [{ items: [{ id: questionId }] }], pageParams: [null] });
    fakeApi(() => refusal(400));
    await choose('Delete repost');
    await screen.findByRole('dialog');
    answer('Delete');
    await toasted({ title: 'Delete failed', description: 'Failed to delete repost' });
    await waitFor(() => expect(client.getQueryData(feed)).toBeUndefined());
  });

  it('after the session has ended drops the data that the user saw', async () => {
    fakeApi(() => refusal(401));
    const client = show({ content: own });
    const feed = queryKeys.feed.list('recent', ownUser.id, false);
    client.setQueryData(feed, { pages: [{ items: [{ id: questionId }] }], pageParams: [null] });
    await choose('Delete');
    await screen.findByRole('dialog');
    answer('Delete');
    await toasted({ description: 'You must be logged in to delete' });
    expect(client.getQueryData(feed)).toBeUndefined();
  });

  it('waits for the network, says so, and is sent once there is one', async () => {
    show({ content: own });
    onlineManager.setOnline(false);
    await choose('Delete');
    await screen.findByRole('dialog');
    answer('Delete');
    await toasted({ title: 'You are offline', description: 'It is sent as soon as you are back.' });
    expect(sent).toEqual([]);
    act(() => onlineManager.setOnline(true));
    await toasted({ title: 'Question deleted' });
    expect(sent).toHaveLength(1);
  });
});

describe('reporting', () => {
  it.each([
    ['question', 'Report this question for inappropriate content?'],
    ['discussion', 'Report this reply for inappropriate content?'],
    ['podcast', 'Report this podcast for inappropriate content?'],
  ] as const)('a %s from a card asks: %s, and sends the only reason', async (kind, title) => {
    const item = { contentType: kind, contentId: questionId };
    ({ acts: sent } = fakeApi(() => refusal(400)));
    show({ item, kind, content: others });
    await choose('Report');
    expect(await screen.findByRole('dialog', { name: title })).toBeInTheDocument();
    answer('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    await choose('Report');
    await screen.findByRole('dialog', { name: title });
    answer('Report');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent).toMatchObject([
      { call: 'POST /api/reports', body: { ...item, reporterId: ownUser.id, reason: 'inappropriate_content' } },
    ]);
    await toasted({ title: 'Report failed', description: 'Failed to submit report' });
  });
});
