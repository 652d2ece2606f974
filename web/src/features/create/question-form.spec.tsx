import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import {
  currentAddress,
  expectToast,
  fakeApiPerTest,
  press,
  queryClientFor,
  refusal,
  renderWith,
  write,
} from '../../../test/page.tsx';
import { listedQuestion, ownUser, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
// The form loads these two late. Here they are loaded before, because fake timers do not wait for files.
import '../../shared/earnings/counted-xp.ts';
import '../../shared/earnings/rise.ts';
import { publishedConfessionIn } from '../../shared/navigation/published-state.ts';
import { QuestionForm } from './question-form.tsx';

let usual: number | null = null;
const api = fakeApiPerTest(({ path }) => {
  if (path.endsWith('/xp-activities')) return [];
  return path === '/api/questions/usual' ? { boosts: usual } : sampleQuestion([]);
});
afterEach(() => {
  usual = null;
});
const sent = () => api.acts.map(({ body }) => body);
const target = { id: sampleId(5), username: 'lou', canAskAnonymously: true };

const show = (asked: typeof target | null = null) =>
  renderWith(queryClientFor(), <Page asked={asked} />, { address: '/create?type=question' });
function Page({ asked }: { asked: typeof target | null }) {
  return useLocation().pathname === '/' ? <p>the feed</p> : <QuestionForm userId={ownUser.id} target={asked} />;
}
const writeTitle = (value: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value } });
const turn = (name: string) => fireEvent.click(screen.getByRole('switch', { name }));
const ask = () => press('Ask');

describe('a question', () => {
  it('a question needs no description, and has no lock unless the author chooses one', async () => {
    show();
    writeTitle(' Why? ');
    ask();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    const body = { title: 'Why?', description: null, creatorId: ownUser.id, isAnonymous: false, targetUserId: null };
    expect(sent()).toEqual([{ ...body, replyBoostThreshold: 0 }]);
    await expectToast({ title: 'Question published!', description: undefined, tone: 'good' });
  });

  it('a question to one person is pending, and hides its asker if anonymous', async () => {
    show(target);
    expect(screen.queryByLabelText('Description')).toBeNull();
    writeTitle('Why?');
    turn('Anonymous');
    ask();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    expect(sent()).toMatchObject([{ description: null, creatorId: null, isAnonymous: true, targetUserId: target.id }]);
    await expectToast({ title: 'Question published!', description: 'It appears once lou has approved it.' });
  });

  it('an anonymous draft to a person who takes no anonymous questions must be signed', async () => {
    const { unmount } = show(target);
    writeTitle('Why?');
    turn('Anonymous');
    unmount();
    show({ ...target, canAskAnonymously: false });
    ask();
    expect(await screen.findByText('lou takes no anonymous questions.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    turn('Anonymous');
    expect(screen.queryByRole('switch', { name: 'Anonymous' })).toBeNull();
    ask();
    await waitFor(() => expect(sent()).toMatchObject([{ creatorId: ownUser.id, isAnonymous: false }]));
  });

  it.each([
    ['a confession', {}, 'offered'],
    ['a question without a lock', { replyBoostThreshold: 0 }, undefined],
    ['a confession to one person, which waits', { isApproved: false, targetUserId: target.id }, undefined],
  ])('only a published confession opens the share sheet on the next page: %s', async (_what, changes, offered) => {
    const published = sampleQuestion([], { isMine: true, isRevealed: false, replyBoostThreshold: 10, ...changes });
    api.answer = ({ path }) => (path === '/api/questions/usual' ? { boosts: null } : published);
    show();
    writeTitle('Why?');
    ask();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    const { id, title, replyBoostThreshold, boostCount, isRevealed } = published;
    expect(publishedConfessionIn(window.history.state.usr)).toEqual(
      offered ? { id, title, replyBoostThreshold, boostCount, isRevealed } : null,
    );
  });

  it.each([
    ['a named question', sampleId(31), null, false, 3],
    ['an anonymous question', sampleId(32), null, true, 0],
    ['a question to one person, which waits', sampleId(33), target, false, 0],
  ])('the XP of %s are read only if the ledger may count them', async (_what, userId, to, isAnonymous, reads) => {
    jest.useFakeTimers();
    renderWith(queryClientFor(), <QuestionForm userId={userId} target={to} />, { address: '/create' });
    writeTitle('Why?');
    if (isAnonymous) turn('Anonymous');
    ask();
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(currentAddress()).toBe('/');
    const ledger = `/api/users/${userId}/xp-activities`;
    expect(api.reads.filter((path) => path.startsWith(ledger))).toHaveLength(reads);
  });

  it('a question that could not be sent shows a message and keeps its words', async () => {
    api.answer = () => refusal(400);
    show();
    writeTitle('Why?');
    ask();
    await expectToast({ title: 'Error', description: 'Failed to publish question. Please try again.', tone: 'bad' });
    expect(screen.getByLabelText('Title')).toHaveValue('Why?');
  });
});

describe('similar questions', () => {
  const title = 'Who took the bell?';
  const similar = [listedQuestion({ id: sampleId(1), title: 'Who took my bell?', boostCount: 4 })];
  beforeEach(() => {
    api.answer = ({ path, method }) => {
      if (path === '/api/questions/usual') return { boosts: null };
      if (path === '/api/questions/similar') return similar;
      return method === 'POST' ? { isBoosted: true, boostCount: 5, opened: false } : {};
    };
  });
  const looks = () => api.reads.filter((read) => read.startsWith('/api/questions/similar'));

  it('similar questions are shown while the title is typed, and can be boosted', async () => {
    show();
    fireEvent.focus(screen.getByLabelText('Title'));
    writeTitle('Who too');
    writeTitle(` ${title} `);
    const offer = await screen.findByRole('region', { name: 'Others have asked this' });
    expect(looks()).toEqual([`/api/questions/similar?title=${encodeURIComponent(title)}`]);
    expect(within(offer).getByRole('link')).toHaveAttribute('href', `/questions/${sampleId(1)}`);
    fireEvent.click(within(offer).getByRole('button', { name: 'Boost this instead' }));
    expect(await within(offer).findByRole('button', { name: 'Boosted', pressed: true })).toBeInTheDocument();
    expect(api.sent().at(-1)).toMatchObject({
      call: `POST /api/questions/${sampleId(1)}/boost`,
      body: { isBoosted: true },
    });
    expect(screen.getByLabelText('Title')).toHaveValue(` ${title} `);
    writeTitle('Who?');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Others have asked this' })).toBeNull());
  });

  it('similar questions do not move the form while another field has the focus', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    let answer = (_questions: unknown) => {};
    api.answer = ({ path }) =>
      path === '/api/questions/similar' ? new Promise((resolve) => (answer = resolve)) : { boosts: null };
    show();
    const field = screen.getByLabelText('Title');
    fireEvent.focus(field);
    writeTitle(title);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(looks()).toHaveLength(1);
    fireEvent.blur(field);
    answer(similar);
    await act(() => jest.advanceTimersByTimeAsync(1000));
    expect(screen.queryByRole('region', { name: 'Others have asked this' })).toBeNull();
    fireEvent.focus(field);
    jest.useRealTimers();
    await screen.findByRole('region', { name: 'Others have asked this' });
    fireEvent.blur(field);
    expect(screen.getByRole('region', { name: 'Others have asked this' })).toBeInTheDocument();
  });

  it('similar questions are not searched for a question to one person', async () => {
    jest.useFakeTimers();
    show(target);
    writeTitle(title);
    jest.advanceTimersByTime(5000);
    jest.useRealTimers();
    expect(looks()).toEqual([]);
  });
});

describe('a confession', () => {
  const field = () => screen.getByRole('textbox', { name: 'Boosts until everyone hears it' });

  it.each([
    [null, '3', null],
    [0, '2', null],
    [1, '2', null],
    [2, '2', 'Questions here reach about 2'],
    [4, '4', 'Questions here reach about 4'],
    [1200, '10', 'Questions here reach about 1,200'],
  ])('the threshold starts at the usual number of boosts: %p', async (boosts, preset, sentence) => {
    usual = boosts;
    show();
    turn('Confession mode');
    await waitFor(() => expect(field()).toHaveValue(preset));
    if (sentence === null) expect(screen.queryByText(/^Questions here/)).toBeNull();
    else expect(await screen.findByText(sentence)).toBeInTheDocument();
    writeTitle('Why?');
    ask();
    await screen.findByText('the feed');
    expect(sent()).toMatchObject([{ replyBoostThreshold: Number(preset) }]);
  });

  it('a confession keeps the threshold that its author typed', async () => {
    usual = 4;
    show();
    turn('Confession mode');
    fireEvent.change(field(), { target: { value: '7' } });
    expect(await screen.findByText('Questions here reach about 4')).toBeInTheDocument();
    expect(field()).toHaveValue('7');
  });

  it('the form of a confession warns while the description is empty', () => {
    show();
    turn('Confession mode');
    const warning = 'Nothing is behind it yet. Add words, or only replies will be locked.';
    expect(screen.getByText(warning)).toBeInTheDocument();
    write('Description', 'It was me.');
    expect(screen.queryByText(warning)).toBeNull();
  });

  it('the form of a confession to one person does not warn, as it has no description', () => {
    show(target);
    turn('Confession mode');
    expect(screen.queryByText(/^Nothing is behind it/)).toBeNull();
  });
});

it.each([
  ['1', 1],
  ['100', 100],
  ['4x2', 42],
  ['٢٥', 25],
  ['', null],
  ['0', null],
  ['101', null],
  ['1.5', null],
  ['-5', null],
])('the form reads %p as a threshold of %p', async (written, threshold) => {
  show();
  writeTitle('Why?');
  turn('Confession mode');
  const field = screen.getByRole('textbox', { name: 'Boosts until everyone hears it' });
  fireEvent.change(field, { target: { value: written } });
  ask();
  await screen.findByText(threshold === null ? 'A whole number from 1 to 100' : 'the feed');
  expect(sent()).toMatchObject(threshold === null ? [] : [{ replyBoostThreshold: threshold }]);
});
