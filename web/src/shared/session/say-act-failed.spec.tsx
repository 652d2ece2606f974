import type { ContentRef } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { fakeApi, refusal } from '../../../test/fake-api.ts';
import { ownId, question, questionId } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { queryKeys } from '../api/query-keys.ts';
import { boostAct, useBoost } from '../boosts/boost.mutations.ts';
import { reportContent } from '../cards/content-acts.ts';
import { useRepost } from '../reposts/repost-dialog.tsx';
import { createQueryClient } from './query-client.ts';

const item: ContentRef = { contentType: 'question', contentId: questionId };
const feed = queryKeys.feed.list('recent', ownId, false);
const own = queryKeys.ownContent.list(ownId);
const profile = queryKeys.person.profile(ownId);
const older = queryKeys.person.older(ownId, 'activity', 'a');

let client: QueryClient;
beforeEach(() => {
  fakeApi(() => refusal(404, { error: 'Not found', code: 'not_found' }));
  client = createQueryClient();
});

const hook = <T,>(use: () => T): T =>
  renderHook(use, {
    wrapper: ({ children }: PropsWithChildren) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result.current;

describe('an act on content that is gone', () => {
  it.each([
    ['Boost failed', () => hook(() => useBoost(item, ownId)).mutate(boostAct({ isBoosted: false, boostCount: 1 }))],
    ['Repost failed', () => hook(() => useRepost(item, ownId)).mutate({ text: '', idempotencyKey: 'key' })],
    ['Report failed', () => void reportContent({ client, userId: ownId }, item, 'rude').catch(() => undefined)],
  ])('says %s and that the content is gone, and removes it from all lists', async (title, act) => {
    const kept = { id: 'kept' };
    const items = [{ id: questionId }, kept, { id: 'reply', questionId }];
    for (const key of [feed, own]) client.setQueryData(key, { pages: [{ items }], pageParams: [1] });
    client.setQueryData(profile, { content: items, activity: items, reposts: items });
    client.setQueryData(older, items);
    client.setQueryData(queryKeys.question.detail(questionId), question([]));
    act();
    await toasted({ title, description: 'This is gone.' });
    await waitFor(() =>
      expect(client.getQueryState(queryKeys.question.detail(questionId))).toMatchObject({ isInvalidated: true }),
    );
    for (const key of [feed, own]) expect(client.getQueryData(key)).toMatchObject({ pages: [{ items: [kept] }] });
    expect(client.getQueryData(profile)).toEqual({ content: [kept], activity: [kept], reposts: [kept] });
    expect(client.getQueryData(older)).toEqual([kept]);
  });
});
