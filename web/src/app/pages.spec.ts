import { webPagePaths } from '@hearsay/contracts';
import { expect, it, jest } from '@jest/globals';
import { questionId } from '../../test/sample-content.ts';
import { createQueryClient } from '../shared/api/query-client.ts';
import { pageAt, pages, preloadPage } from './pages.ts';

it('pages are those that the server knows, in the order in which it looks: it answers every other path with a 404', () => {
  expect(pages.map(({ path }) => path)).toEqual([...webPagePaths]);
});

it.each([
  ['/admin', 'admin'],
  ['/Discover/', 'discover'],
  ['/@Lou%20%26%20Co', ':handle'],
  ['/questions/1', 'questions/:id'],
  ['/reset/abc', 'reset/:token'],
])('%p is the page %p: one with a name before the one that takes any', (address, path) => {
  expect(pageAt(address)?.page.path).toBe(path);
});

it.each(['/questions/1/2', '/nothing/here'])('%p is no page', (address) => {
  expect(pageAt(address)).toBeNull();
});

it('what a page shows is read beside its code; once that is there the page itself begins', async () => {
  const asked: string[] = [];
  globalThis.fetch = jest.fn<typeof fetch>((input) => {
    asked.push(String(input));
    return new Promise(() => undefined);
  });
  const there = { pathname: `/questions/${questionId}`, search: '' };
  expect(pageAt(there.pathname)?.page.isThere()).toBe(false);
  const code = preloadPage(createQueryClient(), there);
  await code;
  // Nothing has been drawn.
  expect(asked).toEqual([`/api/questions/${questionId}`]);
  expect(pageAt(there.pathname)?.page.isThere()).toBe(true);
  await preloadPage(createQueryClient(), there);
  expect(asked).toHaveLength(1);
});
