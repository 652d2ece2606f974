import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { fakeMediaPerTest } from '../../../test/fake-media.ts';
import { currentAddress, fakeApiPerTest, goTo, showPage } from '../../../test/page.tsx';
import { samplePodcast } from '../../../test/sample-content.ts';
import { startedEpisode } from '../../shared/player/episode-sound.ts';
import AnsweredIn from './answered-in.tsx';

const episode = { ...samplePodcast(1), answers: [], hasTranscript: false };
fakeMediaPerTest();
const page = `/podcasts/${episode.id}#t=65`;
let reading: PromiseWithResolvers<unknown>;
fakeApiPerTest(({ path }) => (path === `/api/podcasts/${episode.id}` ? reading.promise : { success: true }));

beforeEach(() => {
  reading = Promise.withResolvers();
});

const show = () => {
  const answers = <AnsweredIn episodes={[{ podcastId: episode.id, title: episode.title, at: 65 }]} />;
  showPage(
    <Routes>
      <Route path="questions/1" element={answers} />
      <Route path="*" element={null} />
    </Routes>,
    { address: '/questions/1' },
  );
};
const press = () => fireEvent.click(screen.getByRole('button', { name: /^Play .?Episode 1.? from 1:05$/ }));
const plays = (name: string) =>
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('No', name));

it("the button plays the episode from its answer and keeps the question's page", async () => {
  show();
  press();
  reading.resolve(episode);
  await waitFor(() => expect(startedEpisode.get()?.state()).toMatchObject({ isPlaying: true, seconds: 65 }));
  expect(currentAddress()).toBe('/questions/1');
});

it('the button opens the episode’s page if the browser forbids the playback', async () => {
  plays('NotAllowedError');
  show();
  press();
  reading.resolve(episode);
  await waitFor(() => expect(currentAddress()).toBe(page));
});

it('the button opens no other page if the playback is paused before it begins', async () => {
  const play = plays('AbortError');
  show();
  press();
  reading.resolve(episode);
  await waitFor(() => expect(play).toHaveBeenCalled());
  await act(async () => undefined);
  expect(currentAddress()).toBe('/questions/1');
});

it.each([
  ['that is played', episode],
  ['that is gone', Response.json({}, { status: 404 })],
])('nothing plays after the page was left, for an episode %s', async (_which, answer) => {
  show();
  press();
  await goTo('/discover');
  reading.resolve(answer);
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(startedEpisode.get()).toBeNull();
  expect(currentAddress()).toBe('/discover');
});
