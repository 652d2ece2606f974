import type { Discussion, Question, XpActivity } from '@hearsay/contracts';
import { expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, press, queryClientFor, renderWith } from '../../../test/page.tsx';
import { listedQuestion, questionId, sampleId, sampleMessage } from '../../../test/sample-content.ts';
import { queryKeys } from '../api/cache.ts';
import { questionRef } from '../questions/question.queries.ts';
import { QuestionCard } from './question-card.tsx';

const words = 'That I am afraid of it.';
const pinned = sampleMessage(1, {
  id: sampleId(7),
  boostThreshold: 2,
  revealCount: 1,
  content: null,
  isRevealed: false,
  isPinned: true,
});

const xpOf = (counted: number): XpActivity => ({
  ...{ id: sampleId(8), rule: 'boost-given', amount: 5, counted, isReversed: false, reversedBecause: null },
  ...{ contentType: 'question', contentId: questionId, createdAt: '2026-11-27T08:00:00.000Z' },
});

interface Answers {
  readonly isOpenLater?: boolean;
  /** XP that the ledger has counted for the boost, null without an entry. */
  readonly counted?: number | null;
}

function show(changes: Partial<Question>, { isOpenLater = false, counted = null }: Answers = {}) {
  const open = { ...pinned, content: words, isRevealed: true, revealCount: 2 };
  let reply: Discussion = pinned;
  fakeApi(({ call }) => {
    if (call.startsWith('GET /api/discussions/')) {
      const answer = Response.json(reply);
      if (isOpenLater) reply = open;
      return answer;
    }
    if (call.endsWith('/xp-activities?limit=10')) return Response.json(counted === null ? [] : [xpOf(counted)]);
    if (call.startsWith('GET')) return Response.json({});
    reply = open;
    return Response.json({ isBoosted: true, boostCount: 2 });
  });
  const client = queryClientFor();
  const asked = listedQuestion(changes);
  client.setQueryData(queryKeys.boost.status(questionRef(asked)), { isBoosted: false, boostCount: asked.boostCount });
  renderWith(client, <QuestionCard question={asked} />);
}

it('a question card of a confession without a description says that replies are locked', () => {
  const locked = { replyBoostThreshold: 10, isRevealed: false };
  show(locked);
  expect(screen.getByText('Replies open at 10 boosts')).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: 'Still a whisper' })).toBeNull();
});

it('a question card draws a hidden description as whisper bars', () => {
  show({ replyBoostThreshold: 10, isRevealed: false, hasDescription: true });
  expect(screen.getByRole('img', { name: 'Still a whisper' })).toBeInTheDocument();
  expect(screen.queryByText('Replies open at 10 boosts')).toBeNull();
});

it('a question card gives every count a label, including zero', () => {
  show({});
  for (const count of ['0 boosts', '0 replies', '0 reposts']) expect(screen.getByText(count)).toBeInTheDocument();
});

it('a question card shows no acts while the question waits for approval', () => {
  show({ isApproved: false });
  expect(screen.queryByRole('button', { name: 'Boost' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

it('a pinned reply on a card shows its progress, and at its own threshold its words', async () => {
  show({ boostCount: 1, revealCount: 1, pinnedReplyId: pinned.id });
  const link = await screen.findByRole('link', { name: /Pinned · lou/ });
  const meter = within(link).getByRole('progressbar');
  expect(meter).toHaveAttribute('aria-valuenow', '1');
  expect(meter).toHaveAttribute('aria-valuemax', '2');
  expect(within(link).getByText('1 more boost')).toBeInTheDocument();
  press('Boost');
  await waitFor(() => expect(within(link).getByText(words)).toBeInTheDocument());
});

it('a question card reads a pinned reply again when its threshold is reached', async () => {
  show({ boostCount: 2, revealCount: 2, pinnedReplyId: pinned.id }, { isOpenLater: true });
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it.each([
  ['of another person', { isMine: false, isAnonymous: false }, 5, 1],
  ['of another person, above the daily cap', { isMine: false, isAnonymous: false }, 0, 0],
  ['of another person, while the ledger knows nothing', { isMine: false, isAnonymous: false }, null, 0],
  ['of the viewer', { isMine: true, isAnonymous: false }, 5, 0],
  ['of the viewer, asked anonymously', { isMine: true, isAnonymous: true }, 5, 1],
])('a question card shows XP for a boost only if the ledger counts them: %s', async (_whose, owned, counted, marks) => {
  jest.useFakeTimers();
  const animate = jest.fn(() => ({ finished: new Promise(() => undefined) }));
  Object.assign(HTMLElement.prototype, { animate });
  show(owned, { counted });
  press('Boost');
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText('2 boosts')).toBeInTheDocument();
  expect(document.querySelectorAll('.rising-xp')).toHaveLength(marks);
  for (const mark of document.querySelectorAll('.rising-xp')) mark.remove();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});
