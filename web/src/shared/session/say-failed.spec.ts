import { expect, it } from '@jest/globals';
import { ownUser } from '../../../test/sample-content.ts';
import { ApiError } from '../api/api-error.ts';
import { createQueryClient } from '../api/query-client.ts';
import { toastStore } from '../toast/toast.ts';
import { sayFailed } from './say-failed.ts';
import { sessionQueries } from './session.queries.ts';

const { queryKey } = sessionQueries.current();
const failure = { title: 'It failed', text: 'As it happens' };

function failsWith(error: unknown, act: Parameters<typeof sayFailed>[2]) {
  const client = createQueryClient();
  client.setQueryData(queryKey, ownUser);
  sayFailed(client, error, act, failure);
  return client.getQueryData(queryKey);
}

it.each([
  ['reply', 'You must be logged in to reply'],
  ['repost', 'You must be logged in to repost'],
  ['undoRepost', 'You must be logged in to undo repost'],
  ['delete', 'You must be logged in to delete'],
  ['deleteRepost', 'You must be logged in to delete reposts'],
  ['report', 'You must be logged in to report'],
  ['approve', 'You must be logged in to approve'],
  ['ignore', 'You must be logged in to ignore'],
  ['message', 'You must be logged in to send a message'],
] as const)('the act %s of somebody whose session has ended says: %s', (act, text) => {
  expect(failsWith(new ApiError(401, '{}'), act)).toBeNull();
  expect(toastStore.shown()).toMatchObject({ title: 'Login required', description: text, tone: 'bad' });
});

it.each([new ApiError(403, '{}'), new ApiError(500, ''), new TypeError('Failed to fetch')])(
  'any other failure says what failed, and the session stays: %p',
  (error) => {
    expect(failsWith(error, 'delete')).toBe(ownUser);
    expect(toastStore.shown()).toMatchObject({ title: 'It failed', description: 'As it happens', tone: 'bad' });
  },
);
