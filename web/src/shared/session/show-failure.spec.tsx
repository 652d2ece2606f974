import type { ContentRef } from '@hearsay/contracts';
import { beforeEach, expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { expectToast, fakeApi, queryClientFor, refusal, withClient } from '../../../test/page.tsx';
import { ownId, ownUser, questionId, sampleQuestion } from '../../../test/sample-content.ts';
import { ApiError } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { newBoostAct, useBoost } from '../boosts/boost.mutations.ts';
import { reportContent } from '../cards/content-acts.ts';
import { repost } from '../reposts/repost-acts.ts';
import { sessionQueries } from './session.ts';
import { showFailure } from './show-failure.ts';

const item: ContentRef = { contentType: 'question', contentId: questionId };
let client: QueryClient;
beforeEach(() => {
  client = queryClientFor();
});

const useTestedBoost = () => useBoost(item, ownId);
const boost = () =>
  renderHook(useTestedBoost, withClient(client)).result.current.mutate(
    newBoostAct({ isBoosted: false, boostCount: 1 }),
  );
const ignored = () => undefined;

it.each([
  [new ApiError(401, '{}'), null, 'Login required', 'You must be logged in to act'],
  [new ApiError(403, '{}'), ownUser, 'It failed', 'As it happens'],
  [new ApiError(500, ''), ownUser, 'It failed', 'As it happens'],
  [new TypeError('Failed to fetch'), ownUser, 'It failed', 'As it happens'],
])(
  '`showFailure` shows a message for %p, and clears only an ended session',
  async (error, user, title, description) => {
    showFailure(client, error, 'You must be logged in to act', { title: 'It failed', text: 'As it happens' });
    await expectToast({ title, description, tone: 'bad' });
    expect(client.getQueryData(sessionQueries.current().queryKey)).toEqual(user);
  },
);

const feed = queryKeys.feed.list('recent', ownId, false);
const own = queryKeys.ownContent.list(ownId);
const profile = queryKeys.person.profile(ownId);
const older = queryKeys.person.older(ownId, 'activity', 'a');

it.each([
  ['Boost failed', boost],
  ['Repost failed', () => void repost(client, item, ownId, '').catch(ignored)],
  ['Report failed', () => void reportContent({ client, userId: ownId }, item, 'rude').catch(ignored)],
])('a failed act shows %s with the reason, and the content leaves all lists', async (title, act) => {
  fakeApi(() => refusal(404, { error: 'Not found', code: 'not_found' }));
  const kept = { id: 'kept' };
  const items = [{ id: questionId }, kept, { id: 'reply', questionId }];
  for (const key of [feed, own]) client.setQueryData(key, { pages: [{ items }], pageParams: [1] });
  client.setQueryData(profile, { content: items, activity: items, reposts: items });
  client.setQueryData(older, { pages: [items], pageParams: ['a'] });
  client.setQueryData(queryKeys.question.detail(questionId), sampleQuestion([]));
  act();
  await expectToast({ title, description: 'This is gone.' });
  await waitFor(() =>
    expect(client.getQueryState(queryKeys.question.detail(questionId))).toMatchObject({ isInvalidated: true }),
  );
  for (const key of [feed, own]) expect(client.getQueryData(key)).toMatchObject({ pages: [{ items: [kept] }] });
  expect(client.getQueryData(profile)).toEqual({ content: [kept], activity: [kept], reposts: [kept] });
  expect(client.getQueryData(older)).toMatchObject({ pages: [[kept]] });
});
