import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { AtAddress, goTo } from '../../test/page.tsx';
import { WindowTitle } from '../shared/ui/states.tsx';
import { useRemoveFirstPageMeta } from './use-remove-first-page-meta.ts';

function Page({ title }: { title: string | null }) {
  useRemoveFirstPageMeta();
  return title && <WindowTitle>{title}</WindowTitle>;
}
const page = (title: string | null) => (
  <AtAddress address="/questions/1">
    <Page title={title} />
  </AtAddress>
);

beforeEach(() => {
  document.head.innerHTML = '<meta charset="utf-8"><title>Of the server</title>';
  window.scrollTo = () => undefined;
});
afterEach(() => {
  document.head.innerHTML = '';
});

it.each([
  '<meta name="description" content="Of one question">',
  '<meta name="robots" content="noindex">',
  '<meta property="og:url" content="https://hearsay.example/questions/1">',
  '<meta name="twitter:card" content="summary">',
  '<link rel="canonical" href="https://hearsay.example/questions/1">',
])('the document loses %s when the user leaves the first page', async (line) => {
  document.head.insertAdjacentHTML('beforeend', line);
  const before = document.head.innerHTML;
  render(page(null));
  expect(document.head.innerHTML).toBe(before);
  await goTo('/discover');
  expect(document.head.innerHTML).toBe('<meta charset="utf-8"><title>Of the server</title>');
});

it('the document keeps one title element, and without a page its text is the default', () => {
  const titles = () => [...document.querySelectorAll('title')].map(({ textContent }) => textContent);
  const { rerender } = render(page(null));
  expect(titles()).toEqual(['Of the server']);
  for (const [shown, expected] of [
    ['A question', 'A question'],
    ['Another one', 'Another one'],
    [null, 'Hearsay'],
  ] as const) {
    rerender(page(shown));
    expect(titles()).toEqual([expected]);
  }
});
