import { expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { ReplySheet } from './reply-sheet.tsx';

const api = fakeApiPerTest(() => sampleMessage(7));

it('the sheet posts a trimmed reply, and keeps its words after a failure', async () => {
  const calls = { onClose: jest.fn(), onPosted: jest.fn() };
  const reply = { addressee: '@lou', parentReplyId: sampleId(3), mayBeAnonymous: true, isAlwaysAnonymous: false };
  showPage(<ReplySheet questionId={questionId} userId={ownUser.id} {...reply} {...calls} />);
  const words = screen.getByLabelText('Your reply');
  const post = () => press('Reply');
  fireEvent.change(words, { target: { value: 'x'.repeat(501) } });
  post();
  expect(await screen.findByText('At most 500 characters')).toBeInTheDocument();
  expect(api.acts).toEqual([]);
  fireEvent.change(words, { target: { value: ` ${'x'.repeat(500)} ` } });
  api.answer = () => refusal(400);
  post();
  await expectToast({ title: 'Reply failed', description: 'Failed to post reply' });
  expect(words).toHaveValue(` ${'x'.repeat(500)} `);
  expect(calls.onClose).not.toHaveBeenCalled();
  api.answer = () => sampleMessage(7);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Reply' })).toBeEnabled());
  post();
  await waitFor(() => expect(calls.onClose).toHaveBeenCalled());
  expect(calls.onPosted).toHaveBeenCalledWith(sampleMessage(7));
  await expectToast({ title: 'Reply posted', tone: 'good' });
  const body = { content: 'x'.repeat(500), mediaUrl: null, mediaType: 'text', userId: ownUser.id };
  expect(api.sent().at(-1)).toEqual({
    call: `POST /api/questions/${questionId}/discussions`,
    body: { ...body, isAnonymous: false, parentReplyId: sampleId(3) },
  });
});
