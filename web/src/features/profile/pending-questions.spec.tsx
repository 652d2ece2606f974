import { contentKey, type OwnUser, type Question } from '@hearsay/contracts';
import { afterEach, expect, it, jest } from '@jest/globals';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { AtAddress } from '../../../test/at-address.tsx';
import { idOf, message, ownUser, question } from '../../../test/sample-content.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { DialogHost } from '../../shared/dialogs/dialog-host.tsx';
import { closeDialog } from '../../shared/dialogs/dialog-store.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { sessionQueries } from '../../shared/session/session.queries.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { PendingQuestions } from './pending-questions.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  act(() => closeDialog());
  globalThis.fetch = realFetch;
});

const { discussions: _, ...plain } = question([]);
const asked = (number: number): Question => ({
  ...plain,
  id: idOf(number),
  title: `Question ${number}?`,
  isApproved: false,
  targetUserId: ownUser.id,
  targetUsername: ownUser.username,
});

const Waiting = () => <PendingQuestions query={useQuery(personQueries.pending(ownUser.id))} />;

/** Two questions wait; the server forgets the one that is decided, unless it refuses. */
function show({
  refuses = false,
  viewer = ownUser,
}: {
  refuses?: boolean;
  viewer?: OwnUser;
} = {}): { path: string; body: Record<string, unknown> }[] {
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  let waiting = [asked(1), asked(2)];
  globalThis.fetch = jest.fn<typeof fetch>(async (input, init) => {
    const path = String(input);
    const first = contentKey({ contentType: 'question', contentId: idOf(1) });
    if (path === '/api/batch/boost-status') return Response.json({ [first]: { isBoosted: true, boostCount: 1 } });
    if (path === '/api/batch/repost-status') return Response.json({ [first]: { hasReposted: true, repostCount: 1 } });
    if (init?.method === 'DELETE') {
      waiting = waiting.filter(({ id }) => !path.endsWith(id));
      return Response.json({ success: true });
    }
    if (init?.method !== 'POST') return Response.json(path.endsWith('/pending-questions') ? waiting : {});
    sent.push({ path, body: JSON.parse(String(init.body)) });
    if (refuses) return new Response('{}', { status: 403 });
    waiting = waiting.filter(({ id }) => !path.includes(id));
    return path.endsWith('/ignore') ? Response.json({ success: true }) : Response.json(message(1), { status: 201 });
  });
  const client = createQueryClient();
  client.setQueryData(sessionQueries.current().queryKey, viewer);
  render(
    <QueryClientProvider client={client}>
      <AtAddress>
        <Waiting />
        <DialogHost />
      </AtAddress>
    </QueryClientProvider>,
  );
  return sent;
}

const firstOf = async (name: string): Promise<HTMLElement> => (await screen.findAllByRole('button', { name }))[0] as HTMLElement;
const isGone = () => waitFor(() => expect(screen.queryByText('Question 1?')).toBeNull());

it('ignores a question on its card, and shows it no longer', async () => {
  const sent = show();
  fireEvent.click(await firstOf('Ignore'));
  await isGone();
  expect(screen.getByText('Question 2?')).toBeInTheDocument();
  expect(sent).toEqual([{ path: `/api/questions/${idOf(1)}/ignore`, body: { userId: ownUser.id } }]);
  expect(toastStore.shown()).toMatchObject({ title: 'Question ignored' });
});

it('keeps a question that could not be ignored', async () => {
  show({ refuses: true });
  fireEvent.click(await firstOf('Ignore'));
  await waitFor(() => expect(toastStore.shown()).toMatchObject({ title: 'Action failed' }));
  expect(screen.getByText('Question 1?')).toBeInTheDocument();
});

it('approves a question with a reply and a threshold, and shows it no longer', async () => {
  const sent = show();
  fireEvent.click(await firstOf('Approve'));
  fireEvent.change(await screen.findByLabelText('Your reply'), { target: { value: ' Because. ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Approve and reply' }));
  await isGone();
  expect(sent).toMatchObject([
    { path: `/api/questions/${idOf(1)}/approve-with-reply`, body: { userId: ownUser.id, content: 'Because.', boostThreshold: 1 } },
  ]);
});

it('shows a question no longer that an ambassador has deleted where it waits', async () => {
  show({ viewer: { ...ownUser, isAmbassador: true } });
  fireEvent.click(await firstOf('More options'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  await isGone();
  expect(screen.getByText('Question 2?')).toBeInTheDocument();
});

it('shows what one has boosted of what waits', async () => {
  show();
  const first = within((await screen.findByText('Question 1?')).closest('article') as HTMLElement);
  await waitFor(() => expect(first.getByRole('button', { name: 'Boost' })).toHaveAttribute('aria-pressed', 'true'));
});
