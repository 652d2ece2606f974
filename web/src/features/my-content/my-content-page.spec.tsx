import type { OwnContentItem, Podcast, Question } from '@hearsay/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApiPerTest, refusal, showPage } from '../../../test/page.tsx';
import { ownId, sampleId, samplePodcast, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import MyContentPage from './my-content-page.tsx';

const own = (number: number, changes: Partial<Question> = {}): Question => ({
  ...sampleQuestion([]),
  id: sampleId(number),
  title: `Question ${number}`,
  isMine: true,
  createdAt: new Date(Date.UTC(2026, 10, 21, 12, 0, 60 - number)).toISOString(),
  ...changes,
});

let content: OwnContentItem[];
let answer: () => unknown;
const api = fakeApiPerTest(({ method, query }) => {
  if (method !== 'GET') return answer();
  const before = query.get('before');
  return content.filter(({ createdAt }) => before === null || createdAt < before).slice(0, 20);
});
beforeEach(() => {
  content = [own(1)];
  answer = () => ({ success: true });
});

const show = () => showPage(<MyContentPage />);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const title = () => screen.getByLabelText('Title');
const rename = (value: string) => fireEvent.change(title(), { target: { value } });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
/** Presses Save and lets the server return `words`, also in later reads of the list. */
const save = async (words: OwnContentItem) => {
  answer = () => words;
  content = [words];
  await press('Save Changes');
};

describe('my content', () => {
  it('my content marks anonymous and pending items', async () => {
    content = [own(1, { isAnonymous: true }), own(2, { isApproved: false, targetUsername: 'lou' }), own(3)];
    show();
    const [first, second, third] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent('Anonymous');
    expect(second).toHaveTextContent('Waits for lou');
    expect(third).not.toHaveTextContent(/Anonymous|Waits/);
  });

  it('my content shows the meter of each lock, and which questions are heard', async () => {
    const lock = { replyBoostThreshold: 10, revealCount: 4, boostCount: 4 };
    content = [own(1, { ...lock, isRevealed: false }), own(2, { ...lock, isRevealed: true, revealCount: 10 }), own(3)];
    show();
    const [locked, heard, open] = await screen.findAllByRole('listitem');
    const meter = within(locked as HTMLElement).getByRole('progressbar');
    expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')]).toEqual(['4', '10']);
    expect(locked).not.toHaveTextContent('Heard');
    expect(heard).toHaveTextContent('Heard');
    for (const item of [heard, open]) expect(within(item as HTMLElement).queryByRole('progressbar')).toBeNull();
    expect(open).not.toHaveTextContent('Heard');
  });

  it('my content loads the next page near the end of the list, until none is left', async () => {
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
  it('a closed sheet keeps its unsaved words until Cancel or Start over', async () => {
    show();
    await press('Edit: Question 1');
    rename('Half a thou');
    await press('Close');
    await isClosed();
    await press('Edit: Question 1');
    expect(title()).toHaveValue('Half a thou');
    expect(screen.getByText('Your draft is back.')).toBeInTheDocument();
    await press('Start over');
    expect(title()).toHaveValue('Question 1');
    rename('Not meant');
    await press('Cancel');
    await isClosed();
    await press('Edit: Question 1');
    expect(title()).toHaveValue('Question 1');
  });

  it('an edit updates the cached feeds and the cached page', async () => {
    const client = show();
    const feed = [...queryKeys.feed.all, 'recent'];
    const page = queryKeys.question.detail(sampleId(1));
    const item = { ...own(1), activityType: 'created' };
    client.setQueryData(feed, { pages: [{ items: [own(2), item] }], pageParams: [1] });
    client.setQueryData(page, own(1));
    const words = { title: 'Better', description: 'Meant so.', isEdited: true };
    await press('Edit: Question 1');
    await save(own(1, words));
    await isClosed();
    expect(client.getQueryData(feed)).toMatchObject({
      pages: [{ items: [own(2), { id: sampleId(1), activityType: 'created', ...words }] }],
    });
    expect(client.getQueryState(feed)?.isInvalidated).toBe(true);
    expect(client.getQueryData(page)).toMatchObject(words);
  });

  it('editing or deleting an episode marks its page as stale', async () => {
    const episode: Podcast = samplePodcast(5, { isMine: true });
    content = [episode];
    const client = show();
    const isOld = () => client.getQueryState(queryKeys.podcast(episode.id))?.isInvalidated;
    client.setQueryData(queryKeys.podcast(episode.id), episode);
    await press(`Edit: ${episode.title}`);
    rename('Better');
    await save({ ...episode, title: 'Better' });
    await waitFor(() => expect(isOld()).toBe(true));
    await isClosed();

    client.setQueryData(queryKeys.podcast(episode.id), episode);
    answer = () => ({ success: true });
    await press('Delete: Better');
    await press('Delete');
    await waitFor(() => expect(isOld()).toBe(true));
  });

  it('the sheet explains why a question with reactions cannot be changed', async () => {
    answer = () => refusal(409, { error: 'no', code: 'conflict' });
    show();
    await press('Edit: Question 1');
    await press('Save Changes');
    expect(await screen.findByText(/has been boosted or answered/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  });
});
