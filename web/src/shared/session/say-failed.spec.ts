import { expect, it } from '@jest/globals';
import { ownUser } from '../../../test/sample-content.ts';
import { ApiError } from '../api/api-error.ts';
import { toastStore } from '../toast/toast.ts';
import { createQueryClient } from './query-client.ts';
import { sayFailed } from './say-failed.ts';
import { sessionQueries } from './session.queries.ts';

const { queryKey } = sessionQueries.current();
const failure = { title: 'It failed', text: 'As it happens' };

function failsWith(error: unknown) {
  const client = createQueryClient();
  client.setQueryData(queryKey, ownUser);
  sayFailed(client, error, 'You must be logged in to act', failure);
  return client.getQueryData(queryKey);
}

it('an act after the session has ended asks to sign in and clears the session', () => {
  expect(failsWith(new ApiError(401, '{}'))).toBeNull();
  expect(toastStore.shown()).toMatchObject({
    title: 'Login required',
    description: 'You must be logged in to act',
    tone: 'bad',
  });
});

it.each([new ApiError(403, '{}'), new ApiError(500, ''), new TypeError('Failed to fetch')])(
  'another failure says what failed and keeps the session: %p',
  (error) => {
    expect(failsWith(error)).toBe(ownUser);
    expect(toastStore.shown()).toMatchObject({ title: 'It failed', description: 'As it happens', tone: 'bad' });
  },
);
