import { beforeEach, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { dispatchMediaEvent, fakeMediaPerTest, setCurrentTime } from '../../../test/fake-media.ts';
import { AtAddress, type FakeCall, fakeApi, press } from '../../../test/page.tsx';
import { samplePodcast } from '../../../test/sample-content.ts';
import PlayerHost from './player-host.tsx';
import { VideoPlayer } from './video-player.tsx';

fakeMediaPerTest();
let calls: FakeCall[];
let number = 0;

beforeEach(() => {
  number += 10;
  ({ acts: calls } = fakeApi(() => ({ success: true })));
});
const card = (key: string) => <VideoPlayer key={key} podcast={samplePodcast(number, { mediaType: 'video' })} />;
const players = (...cards: ReactNode[]) => (
  <AtAddress>
    <PlayerHost />
    {cards}
  </AtAddress>
);
const showVideo = () => render(players(card('only'))).container.querySelector('video') ?? undefined;

const failure = 'This browser cannot play this video.';

it.each(['error', 'loadedmetadata'])('a video says after %s that it cannot be played, and can retry', (event) => {
  const video = showVideo();
  const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
  dispatchMediaEvent(video, event);
  expect(screen.getByText(failure)).toBeInTheDocument();
  press('Try again');
  expect(load).toHaveBeenCalledTimes(1);
  Object.defineProperty(video, 'videoWidth', { configurable: true, get: () => 640 });
  dispatchMediaEvent(video, 'loadedmetadata');
  expect(screen.queryByText(failure)).toBeNull();
});

it('a video plays on in the mini player, and then in the next card of its episode', () => {
  const page = render(players(card('first')));
  const video = page.container.querySelector('video');
  const bar = () => screen.queryByRole('region', { name: 'Playing' });
  dispatchMediaEvent(video ?? undefined, 'play');
  expect(bar()).toBeNull();
  page.rerender(players());
  expect(bar()).toContainElement(video);
  expect(video).not.toHaveAttribute('controls');
  page.rerender(players(card('next'), card('other')));
  expect(bar()).toBeNull();
  expect(video).toHaveAttribute('controls');
  const places = screen.getAllByRole('region', { name: `Player of Episode ${number}` });
  expect(places[0]).toContainElement(video);
  press('Play here');
  expect(places[1]).toContainElement(video);
  expect(document.querySelectorAll('video')).toHaveLength(1);
  page.rerender(players());
  press('Stop listening');
  expect(bar()).toBeNull();
  expect(video).not.toBeInTheDocument();
});

it('the player reports a playback from the start, and restarts after the end', async () => {
  const video = showVideo();
  setCurrentTime(video, 20);
  dispatchMediaEvent(video, 'play');
  expect(calls).toEqual([]);
  dispatchMediaEvent(video, 'ended');
  expect(video?.currentTime).toBe(0);
  dispatchMediaEvent(video, 'play');
  dispatchMediaEvent(video, 'play');
  await waitFor(() => expect(calls).toHaveLength(1));
});
