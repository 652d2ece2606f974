import { randomUUID } from 'node:crypto';
import type { FeedItem, Notification, QuestionDetail, Report, XpActivity } from '@hearsay/contracts';
import { contentRpc } from '@hearsay/contracts';
import type { Client } from '../client.ts';
import { withServiceCalls } from '../operator.ts';
import { moderationTable } from '../permissions/moderation-table.ts';
import { peopleTable } from '../permissions/people-table.ts';
import { postsTable } from '../permissions/posts-table.ts';
import { callRow } from '../permissions/rows.ts';
import { prepareScene, roles } from '../permissions/scene.ts';
import { untilReadyAndSettled } from '../settled.ts';
import type { System } from '../system.ts';

const sorts = ['recent', 'boosted', 'replies', 'engagement', 'trending'] as const;
const lastOf = <T extends { readonly id: string }>(items: readonly T[]): string | undefined => items.at(-1)?.id;

const turnPages = async (client: Client): Promise<void> => {
  const { id } = client.user;
  for (const sort of sorts) {
    for (const followersOnly of [false, true]) {
      const input = `/api/feed?sortBy=${sort}&followersOnly=${followersOnly}`;
      const first = await client.call<FeedItem[]>('GET', input);
      const anchor = first.headers.get('x-feed-anchor');
      await client.call('GET', `${input}&page=2${anchor ? `&anchor=${encodeURIComponent(anchor)}` : ''}`);
      await client.call('GET', `${input}&page=900`);
    }
  }
  const now = new Date().toISOString();
  for (const path of [`/api/users/${id}`, `/api/users/${id}/content`, `/api/users/${id}/pending-questions`]) {
    await client.get(`${path}?before=${now}`);
  }
  await client.get(`/api/users/${id}/pending-questions?filtered=true&before=${now}`);
  const notifications = await client.get<Notification[]>('/api/notifications');
  if (notifications.length > 0) await client.get(`/api/notifications?before=${lastOf(notifications)}`);
  const activities = await client.get<XpActivity[]>(`/api/users/${id}/xp-activities`);
  if (activities.length > 0) await client.get(`/api/users/${id}/xp-activities?before=${lastOf(activities)}`);
  await client.get('/api/users?canAsk=true');
  await client.get('/api/users?after=o');
  await client.get('/api/users/search?q=o');
};

/** Reads an episode that answers a question and is in a podcast feed. */
const readAnswersAndFeed = async (system: System, creator: Client): Promise<void> => {
  const episode = await creator.publish('Read by apps');
  const { id } = await creator.ask({ title: 'Which episode answers this?' });
  await creator.expect('PUT', `/api/podcasts/${episode.id}/answers`, { body: [{ questionId: id, at: 0 }] });
  const feed = await creator.openFeed([episode.id]);
  await untilReadyAndSettled(system);
  await creator.get(`/api/questions/${id}`);
  for (const path of [feed, feed.replace('.xml', `/${episode.id}`)]) await creator.call('GET', path);
};

export const makeEveryCall = async (system: System): Promise<void> => {
  const scene = await prepareScene(system);
  for (const row of [...postsTable, ...peopleTable, ...moderationTable])
    for (const role of roles) await callRow(row, scene, role);
  const { owner, target, ambassador } = scene.people;
  for (const client of [owner, target, ambassador]) await turnPages(client);
  const room = await owner.get<QuestionDetail>(`/api/questions/${scene.reply.questionId}`);
  await owner.get(`/api/questions/${room.id}/room?after=1`);
  await owner.get(`/api/questions/${room.id}/room?after=0`);
  await owner.get(`/api/questions/${room.id}/discussions?before=${room.lastNumber}`);
  await owner.get(`/api/questions/${room.id}/discussions?before=101&limit=100`);
  for (const status of ['pending', 'resolved']) {
    const reports = await ambassador.get<Report[]>(`/api/reports/ambassador?status=${status}`);
    if (reports.length > 0) await ambassador.get(`/api/reports/ambassador?status=${status}&before=${lastOf(reports)}`);
  }
  const [, ...waiting] = await ambassador.get<Report[]>('/api/reports/ambassador');
  for (const { id } of waiting) await ambassador.resolve(id);
  const answered = await scene.question('pending');
  await target.approveWithReply(answered, 'The pinned one', 1);
  // Causes statements that the other acts of this journey rarely send.
  await withServiceCalls(system, async (calls) => {
    const byOwner = { accountId: owner.user.id };
    await calls.call(contentRpc.ownReplyWords, { ids: [scene.reply.id] }, byOwner);
    await calls.call(contentRpc.ownOnPage, { questionId: answered }, { accountId: target.user.id });
    const input = { id: randomUUID(), purpose: 'podcast' as const, filename: 'a.wav', filetype: 'audio/wav', bytes: 6 };
    for (const _ of [1, 2]) await calls.call(contentRpc.openUpload, input, byOwner);
  });
  await readAnswersAndFeed(system, owner);
  await untilReadyAndSettled(system);
};
