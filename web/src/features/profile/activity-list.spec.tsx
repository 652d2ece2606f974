import type { ActivityItem } from '@hearsay/contracts';
import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { fakeApi, press, refusal, showPage } from '../../../test/page.tsx';
import {
  asActivity,
  listedQuestion,
  ownUser,
  questionId,
  sampleId,
  sampleMessage,
  sampleProfile,
} from '../../../test/sample-content.ts';
import { ActivityList } from './activity-list.tsx';

const at = (number: number) => new Date(Date.UTC(2026, 10, 1) - number * 60_000).toISOString();

const acted = (number: number) =>
  asActivity(listedQuestion({ id: sampleId(number), title: `Question ${number}?` }), { actedAt: at(number) });
const boosts = (count: number, from = 1) =>
  upTo(count, from).map((item) => ({ ...item, activityType: 'boosted' as const }));
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => acted(from + index));

/** `older` answers the reads of acts before an instant. */
function show(newest: ActivityItem[], older: (before: string | null) => unknown = () => sampleProfile()) {
  const { reads } = fakeApi(({ query }) => older(query.get('before')));
  showPage(<ActivityList userId={ownUser.id} name="activity" items={newest} emptyText="Nothing." />);
  return () => reads.map((path) => new URL(path, 'http://here').searchParams.get('before'));
}

it("the list of acts loads a person's acts page by page until the oldest", async () => {
  const pages: Record<string, ActivityItem[]> = { [at(50)]: upTo(49, 51), [at(99)]: upTo(1, 100) };
  const asked = show(upTo(50), (before) => sampleProfile({ activity: pages[before ?? ''] ?? [] }));
  expect(await screen.findByText('That is all.')).toBeInTheDocument();
  expect(document.querySelectorAll('li')).toHaveLength(100);
  expect(screen.getByText('Question 100?')).toBeInTheDocument();
  expect(asked()).toEqual([at(50), at(99), at(100)]);
});

it('older acts that only extend a run of boosts load on demand', async () => {
  const pages: Record<string, ActivityItem[]> = { [at(50)]: boosts(49, 51), [at(99)]: boosts(1, 100) };
  const asked = show(boosts(50), (before) => sampleProfile({ activity: pages[before ?? ''] ?? [] }));
  const more = await screen.findByRole('button', { name: 'Show older' });
  expect(screen.getByRole('button', { name: /^boosted 99 questions/ })).toBeInTheDocument();
  expect(asked()).toEqual([at(50)]);
  fireEvent.click(more);
  expect(await screen.findByRole('button', { name: /^boosted 100 questions/ })).toBeInTheDocument();
  press('Show older');
  expect(await screen.findByText('That is all.')).toBeInTheDocument();
  expect(asked()).toEqual([at(50), at(99), at(100)]);
});

it('a short list of acts is shown completely and requests no more', () => {
  const asked = show(upTo(3));
  expect(screen.getByText('That is all.')).toBeInTheDocument();
  expect(asked()).toEqual([]);
});

it('a failed read of the list is reported, and repeated on demand', async () => {
  let answer: () => unknown = () => refusal(400);
  show(upTo(50), () => answer());
  expect(await screen.findByText('Failed to fetch profile')).toBeInTheDocument();
  expect(screen.queryByText('That is all.')).toBeNull();
  answer = () => sampleProfile();
  press('Try again');
  expect(await screen.findByText('That is all.')).toBeInTheDocument();
  expect(document.querySelectorAll('li')).toHaveLength(50);
});

it('the list of acts shows how many boosts locked words need, but not for own content', () => {
  const whisper = { replyBoostThreshold: 8, revealCount: 3, isRevealed: false };
  const locked = { content: null, boostThreshold: 5, revealCount: 4, isRevealed: false, parentTitle: 'Why?' };
  const given = { replyBoostThreshold: 5, replyIsRevealed: false, replyBoostCount: 0, parentId: questionId };
  show([
    { ...acted(1), ...whisper, title: 'Hidden?' },
    asActivity(sampleMessage(2, locked), { ...given, activityType: 'replied', actedAt: at(2) }),
    { ...acted(3), ...whisper, title: 'Mine?', isMine: true },
  ]);
  const meterOf = (title: string) => screen.getByText(title).closest('li')?.querySelector('[role=progressbar]') ?? null;
  expect(meterOf('Hidden?')).toHaveAttribute('aria-valuetext', '3 of 8, 5 more boosts');
  expect(meterOf('Why?')).toHaveAttribute('aria-valuetext', '4 of 5, 1 more boost');
  expect(meterOf('Mine?')).toBeNull();
});

it('the list of acts renders only the items near the screen', async () => {
  const far: (() => void)[] = [];
  const realObserver = globalThis.IntersectionObserver;
  const observe = (tell: (entries: object[]) => void) => ({
    observe: (target: Element) => far.push(() => tell([{ target, isIntersecting: false }])),
    unobserve: () => undefined,
  });
  globalThis.IntersectionObserver = jest.fn(observe) as never;
  show(upTo(50));
  await screen.findByText('That is all.');
  act(() => far.at(0)?.());
  expect(document.querySelectorAll('li')).toHaveLength(30);
  globalThis.IntersectionObserver = realObserver;
});
