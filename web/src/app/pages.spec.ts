import { webPagePaths } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { pages } from './pages.ts';

it('pages are those that the server knows: it answers every other path with a 404', () => {
  expect(pages.map(({ path }) => path).sort()).toEqual([...webPagePaths].sort());
});
