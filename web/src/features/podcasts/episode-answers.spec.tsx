import { expect, it } from '@jest/globals';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expectToast, fakeApiPerTest, press, refusal, showPage } from '../../../test/page.tsx';
import { sampleId, samplePodcast } from '../../../test/sample-content.ts';
import { podcastQueries } from '../../shared/podcasts/podcast.queries.ts';
import { EpisodeAnswers } from './episode-answers.tsx';

const episode = samplePodcast(1, { isMine: true });
const all = [1, 2, 3].map((number) => ({ questionId: sampleId(number), title: `Question ${number}`, at: number }));
const marked = (...numbers: number[]) => numbers.map((number) => ({ questionId: sampleId(number), at: number }));
const answering: (() => void)[] = [];
const api = fakeApiPerTest(async ({ method, body }) => {
  if (method === 'GET') return { ...episode, hasTranscript: false, answers: all };
  await new Promise<void>((resolve) => answering.push(resolve));
  return (body as unknown as typeof all).map(({ questionId }) => all.find((one) => one.questionId === questionId));
});
const sent = () => api.acts.map(({ body }) => body);

function Page() {
  const { data } = useQuery(podcastQueries.detail(episode.id));
  return data ? <EpisodeAnswers podcast={data} /> : null;
}

it('an offline user is told that a change waits for the network', async () => {
  showPage(<Page />);
  const takeBack = await screen.findByRole('button', { name: /Take back.*Question 1/ });
  onlineManager.setOnline(false);
  fireEvent.click(takeBack);
  await expectToast({ title: 'You are offline' });
  expect(sent()).toEqual([]);
  onlineManager.setOnline(true);
  await waitFor(() => expect(answering).toHaveLength(1));
  answering.pop()?.();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
});

it('two removed answers do not come back', async () => {
  showPage(<Page />);
  for (const name of [/Question 1/, /Question 3/])
    fireEvent.click(await screen.findByRole('button', { name: new RegExp(`Take back.*${name.source}`) }));
  await waitFor(() => expect(answering).toHaveLength(1));
  answering[0]?.();
  await waitFor(() => expect(answering).toHaveLength(2));
  answering[1]?.();
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(sent()).toEqual([marked(2, 3), marked(2)]);
});

it('the list of answers says why a further answer is refused on the same day', async () => {
  const limit = 'You can mark 300 answers a day';
  api.answer = ({ method }) =>
    method === 'GET'
      ? { ...episode, answers: all }
      : refusal(429, { error: limit, code: 'rate_limited', fields: { answers: limit } });
  showPage(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a question' }));
  const link = `https://hearsay.example/questions/${sampleId(4)}`;
  fireEvent.change(screen.getByLabelText('Link to the question'), { target: { value: link } });
  press('Add');
  await expectToast({ title: 'Error', description: limit });
});
