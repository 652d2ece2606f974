import type { OwnUser, PendingQuestion, Question } from '@hearsay/contracts';
import { describe, expect, it } from '@jest/globals';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expectToast, fakeApi, press, refusal, showPage } from '../../../test/page.tsx';
import { listedQuestion, ownUser, sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { personQueries } from '../../shared/people/person.queries.ts';
import { PendingQuestions } from './pending-questions.tsx';

const asked = (number: number, over: Partial<Question> = {}): Question =>
  listedQuestion({
    id: sampleId(number),
    creatorId: null,
    creator: null,
    isAnonymous: true,
    createdAt: new Date(Date.UTC(2026, 2, 1, 12, 60 - number)).toISOString(),
    title: `Question ${number}?`,
    isApproved: false,
    targetUserId: ownUser.id,
    targetUsername: ownUser.username,
    ...over,
  });
const asker = { ...ownUser, id: sampleId(90), username: 'maya' };
const signed = (number: number) => asked(number, { creatorId: asker.id, creator: asker, isAnonymous: false });

const held = (question: Question, filteredBy: string): PendingQuestion => ({ ...question, filteredBy });

const Waiting = ({ isFiltered = false }) => (
  <PendingQuestions query={useInfiniteQuery(personQueries.pending(ownUser.id, isFiltered))} isFiltered={isFiltered} />
);

interface Shown {
  readonly refuses?: boolean;
  readonly viewer?: OwnUser;
  readonly questions?: Question[];
  readonly isFiltered?: boolean;
}

function show({ refuses = false, viewer = ownUser, questions = [asked(1), asked(2)], isFiltered = false }: Shown = {}) {
  let waiting = questions;
  const { sent } = fakeApi(({ method, path, query }) => {
    if (method === 'GET') {
      const page = waiting.filter(({ createdAt }) => createdAt < (query.get('before') ?? '9')).slice(0, 2);
      if (!path.includes('/pending-questions')) return {};
      return query.get('filtered') === (isFiltered ? 'true' : null) ? page : [];
    }
    if (refuses) return refusal();
    if (path.endsWith('/pending-questions/ignore')) {
      waiting = waiting.filter(({ creatorId }) => creatorId !== asker.id);
      return { ignored: 3 };
    }
    waiting = waiting.filter(({ id }) => !path.includes(id));
    return method === 'DELETE' || path.endsWith('/ignore') ? { success: true } : sampleMessage(1);
  });
  showPage(<Waiting isFiltered={isFiltered} />, { viewer });
  return sent;
}

const firstOf = async (name: string): Promise<HTMLElement> =>
  (await screen.findAllByRole('button', { name }))[0] as HTMLElement;

it('the pending list keeps a question and its typed reply if the act fails', async () => {
  show({ refuses: true });
  fireEvent.click(await firstOf('Ignore'));
  await expectToast({ title: 'Action failed' });
  fireEvent.click(await firstOf('Approve'));
  fireEvent.change(await screen.findByLabelText('Your reply'), { target: { value: 'No.' } });
  press('Approve and reply');
  await expectToast({ title: 'Approval failed' });
  expect(screen.getByLabelText('Your reply')).toHaveValue('No.');
  expect(screen.getByText('Question 1?')).toBeInTheDocument();
});

it('the pending list drops a pending question that an ambassador has deleted', async () => {
  show({ viewer: { ...ownUser, isAmbassador: true } });
  fireEvent.click(await firstOf('More options'));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog');
  press('Delete');
  await waitFor(() => expect(screen.queryByText('Question 1?')).toBeNull());
  expect(screen.getByText('Question 2?')).toBeInTheDocument();
});

it('the pending list offers only the acts Approve and Ignore', async () => {
  show();
  const first = within((await screen.findByText('Question 1?')).closest('article') as HTMLElement);
  await first.findByRole('button', { name: 'Approve' });
  const names = first.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['More options', 'Approve', 'Ignore']);
});

it('the Filtered list names the rule that holds each question', async () => {
  show({ isFiltered: true, questions: [held(asked(1), 'stage'), held(signed(2), 'home')] });
  expect(await screen.findByText(/^Held by .*stage/)).toBeInTheDocument();
  expect(screen.getByText(/^Held by .*home/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Filtered words' })).toHaveAttribute('href', '/settings');
  fireEvent.click(await firstOf('Ignore'));
  await waitFor(() => expect(screen.queryByText('Question 1?')).toBeNull());
  expect(screen.getByText('Question 2?')).toBeInTheDocument();
});

describe('more pending questions than a page holds', () => {
  const questions = [asked(1), signed(2), asked(3), signed(4), signed(5)];
  const titles = () => screen.queryAllByText(/^Question \d\?$/).map(({ textContent }) => textContent);

  it('all pages of pending questions are read, and signed ones grouped by author', async () => {
    show({ questions });
    const group = within(await screen.findByRole('region', { name: '3 questions from maya' }));
    expect(titles()).toEqual(['Question 1?', 'Question 2?', 'Question 3?']);
    fireEvent.click(group.getByRole('button', { name: 'Show 2 others' }));
    expect(group.getAllByRole('article')).toHaveLength(3);
    expect(titles()).toEqual([1, 2, 4, 5, 3].map((number) => `Question ${number}?`));
  });

  it('questions of one signed author are ignored together after a confirmation', async () => {
    const sent = show({ questions });
    await screen.findByRole('region', { name: '3 questions from maya' });
    press('Ignore all');
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent()).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Ignore all' }));
    await waitFor(() => expect(titles()).toEqual(['Question 1?', 'Question 3?']));
    const call = `POST /api/users/${ownUser.id}/pending-questions/ignore`;
    expect(sent()).toEqual([{ call, body: { userId: asker.id } }]);
    await expectToast({ title: '3 questions ignored' });
  });
});
