import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { fakeApi, refusal } from '../../../test/page.tsx';
import { clientOf, renderWith } from '../../../test/render.tsx';
import { idOf, ownUser, question } from '../../../test/sample-content.ts';
import { toasted } from '../../../test/toasted.ts';
import { toastStore } from '../../shared/toast/toast.ts';
import { QuestionForm } from './question-form.tsx';

let answer: () => unknown;
let api: ReturnType<typeof fakeApi>;
const sent = () => api.acts.map(({ body }) => body);

beforeEach(() => {
  localStorage.clear();
  answer = () => question([]);
  api = fakeApi(() => answer());
});

const target = { id: idOf(5), username: 'lou', canAskAnonymously: true };

const show = (asked: typeof target | null = null) =>
  renderWith(clientOf(), <Page asked={asked} />, { address: '/create?type=question' });
function Page({ asked }: { asked: typeof target | null }) {
  return useLocation().pathname === '/' ? <p>the feed</p> : <QuestionForm userId={ownUser.id} target={asked} />;
}
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Ask' }));

describe('a question', () => {
  it('needs no description, and locks nothing unless the author chooses so', async () => {
    show();
    write('Title', ' Why? ');
    ask();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    expect(sent()).toEqual([
      {
        title: 'Why?',
        description: null,
        creatorId: ownUser.id,
        isAnonymous: false,
        targetUserId: null,
        replyBoostThreshold: 0,
      },
    ]);
    expect(toastStore.shown()).toMatchObject({ title: 'Question published!', description: undefined, tone: 'good' });
  });

  it('to one person has no description, hides the asker if anonymous, and is pending', async () => {
    show(target);
    expect(screen.queryByLabelText('Description')).toBeNull();
    write('Title', 'Why?');
    fireEvent.click(screen.getByRole('switch', { name: 'Anonymous' }));
    ask();
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    expect(sent()).toMatchObject([{ description: null, creatorId: null, isAnonymous: true, targetUserId: target.id }]);
    expect(toastStore.shown()).toMatchObject({
      title: 'Question published!',
      description: 'It appears once lou has approved it.',
    });
  });

  it('to a person who takes no anonymous ones can only be signed', () => {
    show({ ...target, canAskAnonymously: false });
    expect(screen.queryByRole('switch', { name: 'Anonymous' })).toBeNull();
    expect(screen.getByText('lou takes no anonymous questions.')).toBeInTheDocument();
  });

  it('keeps an anonymous draft unsent until its author signs the question', async () => {
    const { unmount } = show(target);
    write('Title', 'Why?');
    fireEvent.click(screen.getByRole('switch', { name: 'Anonymous' }));
    unmount();
    show({ ...target, canAskAnonymously: false });
    ask();
    expect(await screen.findByText('lou takes no anonymous questions.')).toBeInTheDocument();
    expect(sent()).toEqual([]);
    fireEvent.click(screen.getByRole('switch', { name: 'Anonymous' }));
    ask();
    await waitFor(() => expect(sent()).toMatchObject([{ creatorId: ownUser.id, isAnonymous: false }]));
  });

  it('that could not be sent says so and keeps its words', async () => {
    answer = () => refusal(400);
    show();
    write('Title', 'Why?');
    ask();
    await toasted({ title: 'Error', description: 'Failed to publish question. Please try again.', tone: 'bad' });
    expect(screen.getByLabelText('Title')).toHaveValue('Why?');
  });
});

describe('the threshold of a confession', () => {
  const confess = (threshold: string) => {
    show();
    write('Title', 'Why?');
    fireEvent.click(screen.getByRole('switch', { name: 'Confession mode' }));
    const field = screen.getByRole('textbox', { name: 'Boosts until everyone hears it' });
    fireEvent.change(field, { target: { value: threshold } });
    ask();
  };

  it.each([
    ['1', 1],
    ['100', 100],
    ['4x2', 42],
    ['٢٥', 25],
  ])('may be %s', async (written, threshold) => {
    confess(written);
    expect(await screen.findByText('the feed')).toBeInTheDocument();
    expect(sent()).toMatchObject([{ replyBoostThreshold: threshold }]);
  });

  it.each(['', '0', '101', '1000', '1.5', '1,5', '-5', 'many'])('may not be %p', async (written) => {
    confess(written);
    expect(await screen.findByText('A whole number from 1 to 100')).toBeInTheDocument();
    expect(sent()).toEqual([]);
  });
});
