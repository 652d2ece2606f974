import { expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { dispatchMediaEvent, fakeMediaPerTest, setCurrentTime as playTo } from '../../../test/fake-media.ts';
import { fakeApiPerTest, goTo, press, showPage } from '../../../test/page.tsx';
import { samplePodcast } from '../../../test/sample-content.ts';
import { soundOf } from '../../shared/player/episode-sound.ts';
import PodcastPage from './podcast-page.tsx';

const episode = samplePodcast(1);
const files = fakeMediaPerTest();
fakeApiPerTest(({ path }) => {
  if (path === `/api/podcasts/${episode.id}`) return { ...episode, answers: [], hasTranscript: false };
  return path.includes('/posts') ? [] : {};
});

it('an episode starts at the second in its link, but Back keeps the current position', async () => {
  const seconds = () => soundOf(episode).state().seconds;
  showPage(
    <Routes>
      <Route path="podcasts/:id" element={<PodcastPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { address: `/podcasts/${episode.id}#t=30` },
  );
  await waitFor(() => expect(seconds()).toBe(30));
  dispatchMediaEvent(files[0], 'loadedmetadata');
  press('Play');
  playTo(files[0], 70);
  await goTo('/discover');
  act(() => window.history.back());
  await screen.findByRole('heading', { name: episode.title });
  expect(seconds()).toBe(70);
  await goTo(`/podcasts/${episode.id}#t=20`);
  await waitFor(() => expect(seconds()).toBe(20));
});
