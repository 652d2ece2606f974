import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, refusal, showPage } from '../../../test/page.tsx';
import { idOf, message, ownUser, questionId } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { ReplySheet } from './reply-sheet.tsx';

let answer: () => unknown;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.clear();
  answer = () => message(7);
  api = fakeApi(() => answer());
});

function show() {
  const calls = { onClose: jest.fn(), onPosted: jest.fn() };
  showPage(
    <ReplySheet
      questionId={questionId}
      userId={ownUser.id}
      addressee="@lou"
      parentReplyId={idOf(3)}
      mayBeAnonymous
      isAlwaysAnonymous={false}
      {...calls}
    />,
  );
  return calls;
}
const write = (value: string) => fireEvent.change(screen.getByLabelText('Your reply'), { target: { value } });
const reply = () => screen.getByRole('button', { name: 'Reply' });

it('posts a reply of 500 characters trimmed, but none of 501', async () => {
  const { onPosted, onClose } = show();
  write('x'.repeat(501));
  expect(screen.getByText('501 / 500')).toBeInTheDocument();
  fireEvent.click(reply());
  expect(await screen.findByText('At most 500 characters')).toBeInTheDocument();
  expect(api.acts).toEqual([]);
  write(` ${'x'.repeat(500)} `);
  expect(screen.getByText('500 / 500')).toBeInTheDocument();
  fireEvent.click(reply());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onPosted).toHaveBeenCalledWith(message(7));
  expect(toastStore.shown()).toMatchObject({ title: 'Reply posted', tone: 'good' });
  expect(api.sent()).toEqual([
    {
      call: `POST /api/questions/${questionId}/discussions`,
      body: {
        content: 'x'.repeat(500),
        mediaUrl: null,
        mediaType: 'text',
        userId: ownUser.id,
        isAnonymous: false,
        parentReplyId: idOf(3),
      },
    },
  ]);
});

it('says that a reply could not be posted and keeps its words', async () => {
  answer = () => refusal(400);
  const { onClose } = show();
  write('Because.');
  fireEvent.click(reply());
  await toasted({ title: 'Reply failed', description: 'Failed to post reply' });
  expect(screen.getByLabelText('Your reply')).toHaveValue('Because.');
  expect(onClose).not.toHaveBeenCalled();
});
