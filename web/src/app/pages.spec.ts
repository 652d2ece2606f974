import { expect, it } from '@jest/globals';
import { fakeApi } from '../../test/page.tsx';
import { questionId } from '../../test/sample-content.ts';
import { createQueryClient } from '../shared/session/query-client.ts';
import { matchPage, pages, preloadPage } from './pages.ts';

it.each([
  ['/admin', 'admin', {}],
  ['/Discover/', 'discover', {}],
  ['/questions/1', 'questions/:id', { id: '1' }],
  ['/reset/abc', 'reset/:token', { token: 'abc' }],
  ['/@Lou%20%26%20Co', ':handle', { handle: '@Lou & Co' }],
  ['/@a%2Fb', ':handle', { handle: '@a/b' }],
  ['/profile/100%', 'profile/:user', { user: '100%' }],
  ['/profile/J.%20R.', 'profile/:user', { user: 'J. R.' }],
  [`/questions/${questionId}).`, 'questions/:id', { id: questionId }],
  [`/reply/${questionId},`, 'reply/:id', { id: questionId }],
  [`/reply/${questionId}.a`, 'reply/:id', { id: `${questionId}.a` }],
] as const)('the path %p leads to the page %p', (address, path, params) => {
  expect(matchPage(address)).toEqual({ page: pages[path], params });
});

it.each(['/', '/questions/1/2', '/nothing/here'])('no page matches the path %p', (address) => {
  expect(matchPage(address)).toBeNull();
});

it('the data of a page is prefetched only until its code is loaded', async () => {
  const { reads } = fakeApi(() => new Promise(() => undefined));
  const there = { pathname: `/questions/${questionId}`, search: '' };
  expect(matchPage(there.pathname)?.page.isCodeLoaded()).toBe(false);
  const code = preloadPage(createQueryClient(), there);
  await code;
  expect(reads).toEqual([`/api/questions/${questionId}`]);
  expect(matchPage(there.pathname)?.page.isCodeLoaded()).toBe(true);
  await preloadPage(createQueryClient(), there);
  expect(reads).toHaveLength(1);
});
