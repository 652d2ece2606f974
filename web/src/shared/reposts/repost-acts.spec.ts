import { contentKey, type RepostStatus } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { onlineManager } from '@tanstack/react-query';
import { advanceClockAtEachRead, fakeApiPerTest } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { createQueryClient } from '../session/query-client.ts';
import { sessionQueries } from '../session/session.ts';
import { toastStore } from '../toast/toast.ts';
import { repostQueries } from './repost.queries.ts';
import { undoRepost } from './repost-acts.ts';

const item = { contentType: 'question', contentId: questionId } as const;
const feed = queryKeys.feed.list('recent', ownUser.id, false);
const statusKey = queryKeys.repost.status(item);
const repostedBy = (reposterUserId: string) => ({ ...sampleQuestion([]), repostData: { reposterUserId } });
const api = fakeApiPerTest(() => Response.json({ success: true }));

async function undo({ isOnline = true } = {}) {
  const client = createQueryClient();
  client.mount();
  onlineManager.setOnline(isOnline);
  client.setQueryData(sessionQueries.current().queryKey, ownUser);
  client.setQueryData<RepostStatus>(statusKey, { hasReposted: true, repostCount: 2 });
  client.setQueryData(feed, {
    pages: [{ items: [repostedBy(ownUser.id), repostedBy(sampleId(8))] }],
    pageParams: [null],
  });
  await undoRepost(client, item, ownUser.id);
  const left = client.getQueryData<{ pages: { items: { repostData: unknown }[] }[] }>(feed)?.pages[0]?.items.length;
  return {
    status: client.getQueryData(statusKey),
    left,
    session: client.getQueryData(sessionQueries.current().queryKey),
  };
}

it('an undone repost is removed from the visible lists', async () => {
  await expect(undo()).resolves.toMatchObject({ status: { hasReposted: false, repostCount: 1 }, left: 1 });
  expect(toastStore.shown()).toMatchObject({ title: 'Repost removed', tone: 'good' });
  expect(api.acts).toMatchObject([
    { call: `DELETE /api/reposts/${ownUser.id}/${questionId}`, body: { requestingUserId: ownUser.id } },
  ]);
});

it('a list requested before the end of the undo does not restore the repost', async () => {
  advanceClockAtEachRead();
  const known = { hasReposted: true, repostCount: 2 };
  const client = createQueryClient();
  client.setQueryData<RepostStatus>(statusKey, known);
  const list = Promise.withResolvers<Response>();
  const undone = Promise.withResolvers<Response>();
  api.answer = ({ call }) => (call.includes('batch') ? list : undone).promise;
  const reading = client.fetchQuery(repostQueries.batch(client, [item], ownUser.id));
  const done = undoRepost(client, item, ownUser.id);
  list.resolve(Response.json({ [contentKey(item)]: known }));
  await reading;
  undone.resolve(Response.json({ success: true }));
  await done;
  expect(client.getQueryData(statusKey)).toEqual({ hasReposted: false, repostCount: 1 });
});

it('the undo of a repost waits for the network', async () => {
  const done = undo({ isOnline: false });
  await Promise.resolve();
  expect(api.acts).toEqual([]);
  onlineManager.setOnline(true);
  await expect(done).resolves.toMatchObject({ status: { hasReposted: false }, left: 1 });
  expect(api.acts).toHaveLength(1);
});

it('a repost stays if the undo is refused, and a message says so', async () => {
  api.answer = () => new Response('{}', { status: 403 });
  await expect(undo()).resolves.toMatchObject({
    status: { hasReposted: true, repostCount: 2 },
    left: 2,
    session: ownUser,
  });
  expect(toastStore.shown()).toMatchObject({
    title: 'Undo repost failed',
    description: 'Failed to remove repost',
    tone: 'bad',
  });
});
