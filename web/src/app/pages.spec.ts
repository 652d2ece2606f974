import { webPagePaths } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { pageAt, pages } from './pages.ts';

it('pages are those that the server knows: it answers every other path with a 404', () => {
  expect(pages.map(({ path }) => path).sort()).toEqual([...webPagePaths].sort());
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
