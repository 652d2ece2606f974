import type { QuestionDetail } from '@hearsay/contracts';
import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { fakeApi, press, queryClientFor, refusal, renderWith } from '../../../test/page.tsx';
import { ownUser, questionId, sampleId, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { QuestionPage } from './question-page.tsx';

const feed = queryKeys.feed.list('recent', ownUser.id, false);
const show = (client: ReturnType<typeof queryClientFor>) =>
  renderWith(
    client,
    <Routes>
      <Route path="questions/:id" element={<QuestionPage chatOf={() => <p>The chat</p>} />} />
    </Routes>,
    { address: `/questions/${questionId}` },
  );

it('the question page shows ambassadors a reported pending question, without a chat', async () => {
  const asked = sampleQuestion([], {
    title: 'Where do you live?',
    isApproved: false,
    targetUserId: sampleId(5),
    targetUsername: 'nadia',
  });
  fakeApi(() => asked);
  show(queryClientFor({ ...ownUser, isAmbassador: true }));
  expect(await screen.findByRole('heading', { name: 'Where do you live?' })).toBeInTheDocument();
  expect(screen.queryByText('The chat')).toBeNull();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['More options']);
  press('More options');
  const mutes = ['Mute this question', 'Mute nadia', 'Block nadia'];
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([...mutes, 'Delete']);
});

it('the question page removes a deleted question from the cached lists', async () => {
  fakeApi(() => refusal(404, { error: 'Not found', code: 'not_found' }));
  const client = queryClientFor();
  client.setQueryData(feed, { pages: [{ items: [{ id: questionId }] }], pageParams: [1] });
  show(client);
  expect(await screen.findByText('Question Not Found')).toBeInTheDocument();
  await waitFor(() => expect(client.getQueryData(feed)).toMatchObject({ pages: [{ items: [] }] }));
});

it('the question page updates cached lists from a new read, never from cached data', async () => {
  const reading = Promise.withResolvers<QuestionDetail>();
  fakeApi(({ path }) => (path === `/api/questions/${questionId}` ? reading.promise : {}));
  const client = queryClientFor();
  client.setQueryData(queryKeys.question.detail(questionId), sampleQuestion([], { title: 'As it was' }));
  client.setQueryData(feed, { pages: [{ items: [{ id: questionId, title: 'Before' }] }], pageParams: [1] });
  const listed = () => client.getQueryData(feed) as { pages: { items: { title: string }[] }[] };
  show(client);
  expect(screen.getByText('As it was')).toBeInTheDocument();
  expect(listed().pages[0]?.items[0]?.title).toBe('Before');
  reading.resolve(sampleQuestion([], { title: 'As it is' }));
  await waitFor(() => expect(listed().pages[0]?.items[0]?.title).toBe('As it is'));
});
