import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { currentAddress, fakeApiPerTest, press, queryClientFor, renderWith, showPage } from '../../../test/page.tsx';
import { sampleId, userCard } from '../../../test/sample-content.ts';
import { deleteDrafts } from '../../shared/drafts/drafts.ts';
import { recentSearches } from './recent-searches.ts';
import SearchPage from './search-page.tsx';

const result = (number: number, over: object = {}) => ({
  ...{ kind: 'question', id: sampleId(number), questionId: sampleId(number), title: 'Who took the bell?' },
  ...{ excerpt: 'Who took the bell?', matches: [[13, 4]], boostCount: number, creator: userCard('lou') },
  ...{ createdAt: '2026-11-21T12:00:00.000Z', ...over },
});
let pages: Record<string, { results: object[]; next: string | null }>;
const api = fakeApiPerTest(({ path, query }) =>
  path === '/api/search' ? (pages[query.get('after') ?? ''] ?? { results: [], next: null }) : {},
);
const asked = () =>
  api.reads.filter((read) => read.startsWith('/api/search')).map((read) => read.slice('/api/search?'.length));
beforeEach(() => {
  pages = {};
  localStorage.clear();
});

it('the search shows results of each kind with their matches and links', async () => {
  const reply = { kind: 'reply', questionId: sampleId(1), excerpt: 'My bell', matches: [[3, 4]], creator: null };
  const long = `Nobody heard the bell ${'again '.repeat(20)}`.trim();
  const episode = { kind: 'podcast', questionId: null, title: 'Night', excerpt: long, matches: [[17, 4]] };
  const said = { ...episode, title: 'A bell', excerpt: 'A bell', matches: [[2, 4]], at: 845.5 };
  pages[''] = { results: [result(1), result(2, reply), result(3, episode), result(4, said)], next: null };
  showPage(<SearchPage />, { address: '/search?q=bell' });
  // The spaces are optional, because jsdom computes those beside a `<mark>` in a name differently.
  const question = await screen.findByRole('article', { name: /^Who took the ?bell ?\?$/ });
  expect(within(question).getByText('bell').tagName).toBe('MARK');
  expect(within(question).getByRole('link')).toHaveAttribute('href', `/questions/${sampleId(1)}`);
  expect(within(question).getByText('lou')).toBeInTheDocument();
  const answer = screen.getByRole('article', { name: /^My ?bell ?$/ });
  expect(within(answer).getByText('Under "Who took the bell?"')).toBeInTheDocument();
  expect(within(answer).getByText('ANONYMOUS')).toBeInTheDocument();
  expect(within(answer).getByRole('link')).toHaveAttribute('href', `/reply/${sampleId(2)}`);
  const night = screen.getByRole('article', { name: 'Night' });
  expect(within(night).getByText('bell').closest('p')).toHaveTextContent(long);
  expect(within(night).getByRole('link')).toHaveAttribute('href', `/podcasts/${sampleId(3)}`);
  const spoken = screen.getByRole('article', { name: 'A bell' });
  expect(within(spoken).getByText('bell').tagName).toBe('MARK');
  expect(within(spoken).getByText('Said at 14:05')).toBeInTheDocument();
  expect(within(spoken).getByRole('link')).toHaveAttribute('href', `/podcasts/${sampleId(4)}#t=845.5`);
  expect(screen.getByRole('status')).toHaveTextContent('4 results');
});

it('the search shows each result once, and begins again for another kind', async () => {
  pages[''] = { results: [result(1), result(2)], next: 'a' };
  pages.a = { results: [result(2), result(3)], next: null };
  showPage(<SearchPage />, { address: '/search?q=bell' });
  expect(await screen.findByText("That's all.")).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(3);
  expect(asked()).toEqual(['q=bell', 'q=bell&after=a']);
  fireEvent.click(screen.getByRole('radio', { name: 'Replies' }));
  await waitFor(() => expect(asked()[2]).toBe('q=bell&kind=reply'));
  expect(currentAddress()).toBe('/search?q=bell&kind=reply');
});

it('a kind of content that was chosen while words were typed stays chosen', async () => {
  showPage(<SearchPage />, { address: '/search?q=be' });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search words' }), { target: { value: 'bell' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Replies' }));
  await waitFor(() => expect(asked()).toContain('q=bell&kind=reply'));
  expect(screen.getByRole('radio', { name: 'Replies' })).toBeChecked();
});

it('a live region that stays while results load announces their number', async () => {
  pages[''] = { results: [result(1)], next: null };
  showPage(<SearchPage />, { address: '/search?q=bell' });
  // The loading bars are the second live region.
  const [region] = screen.getAllByRole('status');
  expect(region).toBeEmptyDOMElement();
  await waitFor(() => expect(region).toHaveTextContent('1 result'));
  expect(region).toBeInTheDocument();
});

it('the search offers visitors no episodes', async () => {
  showPage(<SearchPage />, { viewer: null, address: '/search?q=bell&kind=podcast' });
  expect(await screen.findByText('Nothing found for "bell"')).toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: 'Episodes' })).toBeNull();
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked();
  expect(asked()).toEqual(['q=bell']);
});

it('the search starts from two characters on, and reports a failure', async () => {
  api.answer = () => Response.json({}, { status: 400 });
  showPage(<SearchPage />, { address: '/search?q=b' });
  expect(await screen.findByText('Type at least two characters.')).toBeInTheDocument();
  expect(asked()).toEqual([]);
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search words' }), { target: { value: 'bell' } });
  expect(await screen.findByText('Failed to search')).toBeInTheDocument();
});

it('the search keeps submitted and opened searches until the user clears them', async () => {
  const show = () => renderWith(queryClientFor(), <SearchPage />, { address: '/search' });
  const { unmount } = show();
  const box = screen.getByRole('searchbox', { name: 'Search words' });
  expect(screen.getByText('Type a word that you remember.')).toBeInTheDocument();
  fireEvent.change(box, { target: { value: ' red bell ' } });
  fireEvent.submit(screen.getByRole('search'));
  expect(await screen.findByText('Nothing found for "red bell"')).toBeInTheDocument();
  pages[''] = { results: [result(1)], next: null };
  fireEvent.change(box, { target: { value: 'bell' } });
  fireEvent.click(within(await screen.findByRole('article')).getByRole('link'));
  expect(recentSearches()).toEqual(['bell', 'red bell']);
  unmount();
  show();
  expect(screen.getByRole('link', { name: 'red bell' })).toHaveAttribute('href', '/search?q=red%20bell');
  press('Clear');
  expect(screen.queryByRole('link', { name: 'bell' })).toBeNull();
  expect(recentSearches()).toEqual([]);
  fireEvent.submit(screen.getByRole('search'));
  expect(recentSearches()).toEqual([]);
});

it('recent searches are deleted at a sign-out, like drafts', () => {
  localStorage.setItem('draft:recent-searches', '["bell"]');
  expect(recentSearches()).toEqual(['bell']);
  deleteDrafts();
  expect(recentSearches()).toEqual([]);
});
