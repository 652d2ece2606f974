import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage, write } from '../../../test/page.tsx';
import { sampleId } from '../../../test/sample-content.ts';
import { WordRulesCard } from './word-rules-card.tsx';

let answer: (body: object) => unknown;
let rules: object[];
const api = fakeApiPerTest(({ method, body }) => (method === 'GET' ? rules : answer(body)));

beforeEach(() => {
  rules = [];
});

const show = () => showPage(<WordRulesCard />);
const rule = (number: number, changes: object = {}) => ({
  ...{ id: sampleId(number), text: `word ${number}`, expiresAt: null, createdAt: '2026-11-20T12:00:00.000Z' },
  ...changes,
});
const bodiesTo = (call: string) => api.sent().flatMap((sent) => (sent.call === call ? [sent.body] : []));

it('the preview of a word shows how many past asks its rule would have held', async () => {
  show();
  answer = (body) => ('expiresAt' in body ? rule(9, { text: 'spoiler' }) : { held: 4, of: 61 });
  write('Word or phrase', ' spoiler ');
  expect(await screen.findByText('Would have held 4 of your last 61 asks.')).toBeInTheDocument();
  fireEvent.click(screen.getByRole('radio', { name: 'In 7 days' }));
  rules = [rule(9, { text: 'spoiler' })];
  press('Add');
  await expectToast({ title: 'Filter added' });
  expect(bodiesTo('POST /api/word-rules/preview')).toEqual([{ text: 'spoiler' }]);
  expect(bodiesTo('POST /api/word-rules')).toEqual([{ text: 'spoiler', expiresAt: expect.any(String) }]);
  expect(await screen.findByRole('button', { name: /^Remove .*spoiler/ })).toBeInTheDocument();
  expect(screen.getByLabelText('Word or phrase')).toHaveValue('');
});

it('a word rule needs at least two characters', () => {
  show();
  write('Word or phrase', ' a ');
  press('Add');
  expect(screen.getByText('At least 2 characters')).toBeInTheDocument();
  expect(api.sent()).toEqual([]);
});

it('word rules are listed with their end date, five at first, and can be removed', async () => {
  rules = [
    rule(1, { expiresAt: '2026-11-20T13:00:00.000Z' }),
    ...[2, 3, 4, 5, 6].map((number) => rule(number, { expiresAt: number === 2 ? '2099-01-01T00:00:00.000Z' : null })),
  ];
  show();
  expect((await screen.findByText('word 1')).closest('li')).toHaveTextContent('ended');
  expect(screen.getByText('word 2').closest('li')).toHaveTextContent(/until .*2099|until .*2098/);
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  press('Show all 6');
  expect(screen.getAllByRole('listitem')).toHaveLength(6);
  answer = () => ({ success: true });
  press(/^Remove .*word 6/);
  await expectToast({ title: 'Filter removed' });
  expect(api.sent()).toMatchObject([{ call: `DELETE /api/word-rules/${sampleId(6)}` }]);
});

it('the card of word rules names the limit when the server refuses one more word', async () => {
  show();
  answer = (body) =>
    'expiresAt' in body ? refusal(409, { error: 'Too many', code: 'too_many' }) : { held: 0, of: 61 };
  write('Word or phrase', 'spoiler');
  press('Add');
  await expectToast({ description: 'You can have 200 filters. Remove one first' });
  expect(screen.getByLabelText('Word or phrase')).toHaveValue('spoiler');
});
