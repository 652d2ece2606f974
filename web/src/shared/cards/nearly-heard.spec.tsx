import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApiPerTest, queryClientFor, renderWith } from '../../../test/page.tsx';
import { asFeedItem, listedQuestion, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import NearlyHeardList from './nearly-heard.tsx';

const locked = { isRevealed: false, hasDescription: true, replyBoostThreshold: 3, boostCount: 2, revealCount: 2 };
const near = (number: number) =>
  asFeedItem(listedQuestion({ ...locked, id: sampleId(number), title: `Question ${number}` }));
let items: object[] = [];
const api = fakeApiPerTest(({ path, call }) => {
  if (path === '/api/feed/nearly-heard') return items;
  if (call.startsWith('POST /api/questions/')) return { isBoosted: true, boostCount: 3, opened: true };
  if (call === `GET /api/questions/${sampleId(1)}`)
    return sampleQuestion([], { ...locked, id: sampleId(1), isRevealed: true, boostCount: 3, revealCount: 3 });
  return { [`question:${sampleId(1)}`]: { isBoosted: false, boostCount: 2 } };
});

it('nearly heard questions are listed with their missing boosts', async () => {
  items = [near(1), near(2)];
  const { unmount } = renderWith(queryClientFor(), <NearlyHeardList limit={3} />);
  const list = await screen.findByRole('region', { name: 'Nearly heard' });
  expect(within(list).getAllByText('1 more boost')).toHaveLength(2);
  expect(within(list).getByRole('link', { name: 'Question 2' })).toHaveAttribute('href', `/questions/${sampleId(2)}`);
  unmount();
  items = [];
  const { container } = renderWith(queryClientFor(), <NearlyHeardList limit={3} />);
  await waitFor(() => expect(api.reads.filter((read) => read.startsWith('/api/feed/nearly-heard'))).toHaveLength(2));
  expect(container).toBeEmptyDOMElement();
});

it('a question opens inside its card, which tells the viewer that they opened it', async () => {
  items = [near(1)];
  renderWith(queryClientFor(), <NearlyHeardList limit={10} isShelf />);
  const card = await screen.findByRole('article', { name: 'Question 1' });
  await waitFor(() => expect(card.querySelector('.boost')).toHaveAttribute('data-known'));
  fireEvent.click(within(card).getByRole('button', { name: 'Boost' }));
  expect(await within(card).findByText('Here it comes')).toBeInTheDocument();
  expect(await within(card).findByText('You opened it.', {}, { timeout: 4000 })).toBeInTheDocument();
});
