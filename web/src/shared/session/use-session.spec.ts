import { describe, expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { fakeApi } from '../../../test/fake-api.ts';
import { ownUser, sampleId } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { loadDraft, saveDraft } from '../drafts/drafts.ts';
import { createQueryClient } from './query-client.ts';
import { beginSession, endSession, sessionQueries } from './session.ts';
import { loadStoredUser } from './stored-user.ts';

const { queryKey } = sessionQueries.current();
const feed = queryKeys.feed.list('recent', ownUser.id, false);
const other = { ...ownUser, id: sampleId(77), username: 'lou' };

function begun() {
  const client = createQueryClient();
  beginSession(client, ownUser);
  client.setQueryData(feed, { pages: [], pageParams: [] });
  saveDraft('question', 'What I never');
  return client;
}

it('a second user finds no data that was read for the previous user', () => {
  const client = begun();
  beginSession(client, other);
  expect(client.getQueryData(feed)).toBeUndefined();
  expect(client.getQueryData(queryKey)).toEqual(other);
  expect(loadStoredUser()?.username).toBe('lou');
});

it('a sign-out leaves nothing in the browser', () => {
  const client = begun();
  localStorage.setItem('tus::tus-br-told.wav-audio/wav-100::1', '{}');
  endSession(client);
  expect(client.getQueryData(feed)).toBeUndefined();
  expect(client.getQueryData(queryKey)).toBeNull();
  expect(Object.keys(localStorage)).toEqual([]);
});

describe('a read of the session during a sign-in or sign-out', () => {
  it.each([
    ['out', ownUser, null, (client: QueryClient) => endSession(client)],
    ['in', null, ownUser, (client: QueryClient) => beginSession(client, ownUser)],
  ])('a late read does not restore the previous user who signed %s', async (_which, before, after, change) => {
    const client = createQueryClient();
    const late = Promise.withResolvers<Response>();
    fakeApi(() => late.promise);
    const reading = client.fetchQuery({ ...sessionQueries.current(), staleTime: 0 }).catch(() => undefined);
    change(client);
    late.resolve(Response.json(before));
    await reading;
    expect(client.getQueryData(queryKey)).toEqual(after);
  });

  it.each([
    [undefined, 'true'],
    [null, 'true'],
    [ownUser, 'keep'],
  ])('the cookies of a sign-in in another tab are kept while a user is known (%#)', async (known, asked) => {
    const client = createQueryClient();
    client.setQueryData(queryKey, known);
    const { reads } = fakeApi(() => null);
    expect(await client.fetchQuery({ ...sessionQueries.current(), staleTime: 0 })).toBeNull();
    expect(reads).toEqual([`/api/auth/user?orNull=${asked}`]);
  });

  it('an aborted read of the session stores no user', async () => {
    fakeApi(() => Response.json(ownUser));
    const { queryFn } = sessionQueries.current();
    const context = { client: createQueryClient(), queryKey, signal: AbortSignal.abort(), meta: undefined };
    await expect(typeof queryFn === 'function' && queryFn(context)).rejects.toThrow();
    expect(loadStoredUser()).toBeNull();
  });
});

it('words of a visitor stay when the visitor signs in', () => {
  saveDraft('ask-anonymously', 'Why?');
  beginSession(createQueryClient(), ownUser);
  expect(loadDraft('ask-anonymously')).toBe('Why?');
});
