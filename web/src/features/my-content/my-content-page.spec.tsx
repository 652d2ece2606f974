import type { OwnContentItem, Podcast, Question } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, refusal, showPage } from '../../../test/page.tsx';
import { idOf, ownId, podcast, question } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import MyContentPage from './my-content-page.tsx';

const own = (number: number, changes: Partial<Question> = {}): Question => ({
  ...question([]),
  id: idOf(number),
  title: `Question ${number}`,
  isMine: true,
  createdAt: new Date(Date.UTC(2026, 10, 21, 12, 0, 60 - number)).toISOString(),
  ...changes,
});

let content: OwnContentItem[];
let answer: () => unknown;
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  localStorage.clear();
  content = [own(1)];
  answer = () => ({ success: true });
  api = fakeApi(({ method, query }) => {
    if (method !== 'GET') return answer();
    const before = query.get('before');
    return content.filter(({ createdAt }) => before === null || createdAt < before).slice(0, 20);
  });
});

const show = () => showPage(<MyContentPage />);

const edit = async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Edit: Question 1' }));
  return screen.getByRole('dialog', { name: 'Edit question' });
};

describe('my content', () => {
  it('marks anonymous and pending content', async () => {
    content = [own(1, { isAnonymous: true }), own(2, { isApproved: false, targetUsername: 'lou' }), own(3)];
    show();
    const [first, second, third] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('Anonymous');
    expect(second).toHaveTextContent('Waits for lou');
    expect(third).not.toHaveTextContent(/Anonymous|Waits/);
  });

  it('loads the next page before the end of a page, and ends', async () => {
    content = Array.from({ length: 21 }, (_, index) => own(index + 1));
    show();
    expect(await screen.findByText('Question 21')).toBeInTheDocument();
    expect(await screen.findByText('That is all of it.')).toBeInTheDocument();
    expect(api.reads).toEqual([
      `/api/users/${ownId}/content`,
      `/api/users/${ownId}/content?before=${encodeURIComponent(content[19]?.createdAt ?? '')}`,
    ]);
  });
});

describe('editing', () => {
  it('keeps unsent words when the sheet is closed, until Cancel or Start over', async () => {
    const dialog = await edit();
    fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: 'Half a thou' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    const openAgain = async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      fireEvent.click(screen.getByRole('button', { name: 'Edit: Question 1' }));
      return within(screen.getByRole('dialog'));
    };
    let again = await openAgain();
    expect(again.getByLabelText('Title')).toHaveValue('Half a thou');
    expect(again.getByText('Your draft is back.')).toBeInTheDocument();
    fireEvent.click(again.getByRole('button', { name: 'Start over' }));
    expect(again.getByLabelText('Title')).toHaveValue('Question 1');
    fireEvent.change(again.getByLabelText('Title'), { target: { value: 'Not meant' } });
    fireEvent.click(again.getByRole('button', { name: 'Cancel' }));
    again = await openAgain();
    expect(again.getByLabelText('Title')).toHaveValue('Question 1');
  });

  it('updates the kept feeds and the kept page with the new words', async () => {
    const client = show();
    const feed = [...queryKeys.feed.all, 'recent'];
    const page = queryKeys.question.detail(idOf(1));
    client.setQueryData(feed, {
      pages: [{ items: [own(2), { ...own(1), activityType: 'created' }] }],
      pageParams: [1],
    });
    client.setQueryData(page, own(1));
    const words = { title: 'Better', description: 'Meant so.', isEdited: true };
    answer = () => own(1, words);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: Question 1' }));
    const dialog = screen.getByRole('dialog');
    content = [own(1, words)];
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(client.getQueryData(feed)).toMatchObject({
      pages: [{ items: [own(2), { id: idOf(1), activityType: 'created', ...words }] }],
    });
    expect(client.getQueryState(feed)?.isInvalidated).toBe(true);
    expect(client.getQueryData(page)).toMatchObject(words);
  });

  it('or deleting an episode makes its page out of date', async () => {
    const episode: Podcast = podcast(5, { isMine: true });
    content = [episode];
    const client = show();
    const isOld = () => client.getQueryState(queryKeys.podcast(episode.id))?.isInvalidated;
    client.setQueryData(queryKeys.podcast(episode.id), episode);
    answer = () => ({ ...episode, title: 'Better' });
    fireEvent.click(await screen.findByRole('button', { name: `Edit: ${episode.title}` }));
    const dialog = screen.getByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: 'Better' } });
    content = [{ ...episode, title: 'Better' }];
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(isOld()).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    client.setQueryData(queryKeys.podcast(episode.id), episode);
    answer = () => ({ success: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete: Better' }));
    await screen.findByRole('dialog');
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(isOld()).toBe(true));
  });

  it('explains why a question with reactions cannot be changed', async () => {
    answer = () => refusal(409, { error: 'no', code: 'conflict' });
    const dialog = await edit();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save Changes' }));
    expect(await within(dialog).findByText(/has been boosted or answered/)).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  });
});
