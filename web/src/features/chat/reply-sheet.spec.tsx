import { beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { idOf, message, ownUser, questionId } from '../../../test/sample-content.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { ReplySheet } from './reply-sheet.tsx';

let sent: unknown[];
let answer: () => Response;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  answer = () => Response.json(message(7), { status: 201 });
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    sent.push({ path: String(input), body: JSON.parse(String(init?.body)) });
    return answer();
  });
});

function show() {
  const calls = { onClose: jest.fn(), onPosted: jest.fn() };
  const client = clientOf();
  renderWith(
    client,
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
  return { ...calls, client };
}
const write = (value: string) => fireEvent.change(screen.getByLabelText('Your reply'), { target: { value } });
const reply = () => screen.getByRole('button', { name: 'Reply' });

it('a reply names whom it is to, and audio and video are yet to come', () => {
  show();
  expect(screen.getByRole('dialog', { name: 'Reply to @lou' })).toBeInTheDocument();
  const [text, audio, video] = screen.getAllByRole('tab');
  expect(text).toHaveAttribute('aria-selected', 'true');
  for (const [tab, name] of [
    [audio, 'Audio'],
    [video, 'Video'],
  ] as const) {
    expect(tab).toHaveTextContent(name);
    expect(tab).toBeDisabled();
    expect(within(tab as HTMLElement).getByText('coming soon')).toBeInTheDocument();
  }
});

it.each(['', '   '])('a reply of %p cannot be posted, and says why', (words) => {
  show();
  write(words);
  expect(reply()).toBeDisabled();
  expect(reply()).toHaveAccessibleDescription('Reply cannot be empty');
});

it('a reply of 500 characters is posted trimmed, one of 501 is not', async () => {
  const { onPosted, onClose } = show();
  write('x'.repeat(501));
  expect(screen.getByText('501 / 500')).toBeInTheDocument();
  fireEvent.click(reply());
  expect(await screen.findByText('At most 500 characters')).toBeInTheDocument();
  expect(sent).toEqual([]);
  write(` ${'x'.repeat(500)} `);
  expect(screen.getByText('500 / 500')).toBeInTheDocument();
  fireEvent.click(reply());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onPosted).toHaveBeenCalledWith(message(7));
  expect(toastStore.shown()).toMatchObject({ title: 'Reply posted', tone: 'good' });
  expect(sent).toEqual([
    {
      path: `/api/questions/${questionId}/discussions`,
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

it('a reply that could not be posted says so, and its words stay', async () => {
  answer = () => new Response('{}', { status: 400 });
  const { onClose } = show();
  write('Because.');
  fireEvent.click(reply());
  await waitFor(() =>
    expect(toastStore.shown()).toMatchObject({ title: 'Reply failed', description: 'Failed to post reply' }),
  );
  expect(screen.getByLabelText('Your reply')).toHaveValue('Because.');
  expect(onClose).not.toHaveBeenCalled();
});

it('a reply of somebody whose session has ended says what it needs, and its words are kept for them', async () => {
  answer = () => new Response('{}', { status: 401 });
  const { client } = show();
  write('Because.');
  fireEvent.click(reply());
  await waitFor(() =>
    expect(toastStore.shown()).toMatchObject({
      title: 'Login required',
      description: 'You must be logged in to reply',
      tone: 'bad',
    }),
  );
  expect(client.getQueryData(sessionQueries.current().queryKey)).toBeNull();
  expect(localStorage.getItem(`draft:reply:${idOf(3)}`)).toContain('Because.');
});
