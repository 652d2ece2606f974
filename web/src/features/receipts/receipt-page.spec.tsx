import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectToast, fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { questionId, sampleId } from '../../../test/sample-content.ts';
import { receiptFor, saveReceipt } from '../../shared/receipts/receipts.ts';
import ReceiptPage from './receipt-page.tsx';

const receipt = 'r'.repeat(22);
const api = fakeApiPerTest(() => refusal(400));
const show = (hash = `#${receipt}`) => showPage(<ReceiptPage />, { viewer: null, address: `/receipt${hash}` });

it('the receipt page leads to the question once it is answered', async () => {
  api.answer = () => Response.json({ state: 'answered', questionId });
  show();
  expect(await screen.findByRole('link', { name: 'Read the answer' })).toHaveAttribute(
    'href',
    `/questions/${questionId}`,
  );
  expect(api.sent()).toEqual([{ call: 'POST /api/receipts', body: { receipt } }]);
});

it.each([
  ['is gone', () => Response.json({ state: 'gone', questionId: null })],
  ['is unknown', () => refusal(404)],
])('the browser forgets a receipt whose question %s', async (_what, answer) => {
  saveReceipt({ receipt, targetUserId: sampleId(2) });
  api.answer = answer;
  show();
  expect(await screen.findByText('It is gone. It was withdrawn or removed.')).toBeInTheDocument();
  await waitFor(() => expect(receiptFor(sampleId(2))).toBeNull());
});

it('the receipt page reads again if the question was answered before the withdrawal', async () => {
  api.answer = () => Response.json({ state: 'waiting', questionId: null });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw it' }));
  api.answer = ({ method }) => (method === 'DELETE' ? refusal(409) : Response.json({ state: 'answered', questionId }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw it' }));
  await expectToast({ title: 'Error', description: 'Failed to withdraw the question. Please try again.' });
  expect(await screen.findByRole('link', { name: 'Read the answer' })).toBeInTheDocument();
});

it('the receipt page reports that it has read too often', async () => {
  api.answer = () => refusal(429);
  show();
  expect(await screen.findByText('You have looked often. Please try again in a few minutes.')).toBeInTheDocument();
});

it.each(['', '#', '#short', `#${'r'.repeat(23)}`])(
  'the receipt page asks the server nothing without a receipt: "%s"',
  async (hash) => {
    show(hash);
    expect(await screen.findByText('This address leads to no question.')).toBeInTheDocument();
    expect(api.sent()).toEqual([]);
  },
);
