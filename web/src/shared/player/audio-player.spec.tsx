import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { dispatchMediaEvent, fakeMediaPerTest, setCurrentTime } from '../../../test/fake-media.ts';
import { AtAddress, type FakeCall, fakeApi, press, queryClientFor } from '../../../test/page.tsx';
import { ownUser, samplePodcast } from '../../../test/sample-content.ts';
import { removeContent } from '../cards/content-acts.ts';
import { deleteDrafts } from '../drafts/drafts.ts';
import { clock } from '../texts/podcasts.ts';
import { AudioPlayer } from './audio-player.tsx';
import { startedEpisode } from './episode-sound.ts';
import PlayerHost from './player-host.tsx';
import { VideoPlayer } from './video-player.tsx';

const files = fakeMediaPerTest();
let calls: FakeCall[];
let number = 0;

beforeEach(() => {
  number += 10;
  ({ acts: calls } = fakeApi(() => ({ success: true })));
});

const lasts = (duration: number) => {
  Object.defineProperty(files[0], 'duration', { configurable: true, get: () => duration });
  dispatchMediaEvent(files[0], 'durationchange');
};
const button = (name: string) => screen.getByRole('button', { name });
const position = () => screen.getByRole('slider', { name: 'Position' });
const seek = (value: string) => fireEvent.change(position(), { target: { value } });

const draw = (players: ReactNode) => render(<AtAddress>{players}</AtAddress>);
const showEpisode = (changes: Parameters<typeof samplePodcast>[1] = {}) =>
  draw([<PlayerHost key="host" />, <AudioPlayer key="card" podcast={samplePodcast(number, changes)} />]);
/** Shows an episode whose file is loaded far enough to play. */
const showPlayable = () => {
  const page = showEpisode();
  dispatchMediaEvent(files[0], 'canplay');
  return page;
};
const showVideo = () => {
  const page = draw(
    <>
      <PlayerHost />
      <VideoPlayer podcast={samplePodcast(number + 1, { mediaType: 'video' })} />
    </>,
  );
  return page.container.querySelector('video') ?? undefined;
};

it.each([
  [0, '0:00'],
  [9.99, '0:09'],
  [59.999, '0:59'],
  [60, '1:00'],
  [754, '12:34'],
  [3600, '60:00'],
  [-1, '0:00'],
  [Number.NaN, '0:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
])('`clock` formats %p seconds as %s', (seconds, shown) => {
  expect(clock(seconds)).toBe(shown);
});

describe('the player of an episode', () => {
  it('the player is disabled until its file can play, and reports an unplayable file', () => {
    showEpisode();
    const play = button('Play');
    expect(play).toBeDisabled();
    expect(play).toHaveAttribute('data-waiting');
    expect(position()).toBeDisabled();
    dispatchMediaEvent(files[0], 'error');
    expect(screen.getByText('This sound cannot be played.')).toBeInTheDocument();
    expect(play).toBeDisabled();
    expect(play).not.toHaveAttribute('data-waiting');
    dispatchMediaEvent(files[0], 'loadedmetadata');
    expect(play).toBeEnabled();
    expect(play).not.toHaveAttribute('data-waiting');
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
  });

  it('the player reports the first playback from the start once', async () => {
    showPlayable();
    press('Play');
    await waitFor(() => expect(calls).toMatchObject([{ call: `POST /api/podcasts/${samplePodcast(number).id}/play` }]));
    press('Pause');
    press('Play');
    setCurrentTime(files[0], 0);
    press('Pause');
    press('Play');
    expect(calls).toHaveLength(1);
  });

  it('the player reports no playback that starts after the beginning', () => {
    showPlayable();
    seek('30');
    press('Play');
    expect(calls).toEqual([]);
    expect(screen.getByText('0:30 / 1:30')).toBeInTheDocument();
  });

  it('the player returns to the start at the end of the episode', () => {
    showPlayable();
    press('Play');
    setCurrentTime(files[0], 90);
    expect(screen.getByText('1:30 / 1:30')).toBeInTheDocument();
    dispatchMediaEvent(files[0], 'ended');
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    expect(files[0]?.currentTime).toBe(0);
    expect(button('Play')).toBeEnabled();
    expect(startedEpisode.get()).toBeNull();
  });

  it('the player seeks by arrow keys, and plays by the space bar', () => {
    showPlayable();
    for (const [key, at] of [
      ['ArrowRight', '0:05'],
      ['ArrowLeft', '0:00'],
      ['ArrowLeft', '0:00'],
      ['PageUp', '0:30'],
      ['End', '1:30'],
      ['Home', '0:00'],
    ]) {
      fireEvent.keyDown(position(), { key });
      expect(position()).toHaveAttribute('aria-valuetext', `${at} of 1:30`);
    }
    fireEvent.keyDown(position(), { key: ' ' });
    expect(button('Pause')).toBeInTheDocument();
  });

  it.each([
    ['a tap', 'Down 150, Up 150', '0:45'],
    ['a drag from anywhere', 'Down 30, Move 200', '1:00'],
    ['a drag beyond the end', 'Down 30, Move 200, Move 400, Up 400', '1:30'],
    ['a touch that scrolls the page', 'Down 150, Move 152, Cancel 152', '0:00'],
  ])('the position follows a finger on the waveform: %s', (_name, steps, at) => {
    showPlayable();
    const slider = position();
    jest.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect);
    for (const step of steps.split(', ')) {
      const [type, x] = step.split(' ');
      const event = new Event(`pointer${type?.toLowerCase()}`, { bubbles: true });
      fireEvent(slider, Object.assign(event, { pointerType: 'touch', isPrimary: true, clientX: Number(x) }));
    }
    expect(slider).toHaveAttribute('aria-valuetext', `${at} of 1:30`);
  });

  it('the player skips 15 seconds back and forward', () => {
    showPlayable();
    for (const [name, at] of [
      ['Forward 15 seconds', '0:15'],
      ['Forward 15 seconds', '0:30'],
      ['Back 15 seconds', '0:15'],
    ]) {
      press(name ?? '');
      expect(screen.getByText(`${at} / 1:30`)).toBeInTheDocument();
    }
  });

  it.each([
    ['where it was left', 40, '0:40'],
    ['at its start if it was left near the end', 85, '0:00'],
  ])('an episode that was left continues %s', async (_where, left, at) => {
    const page = showPlayable();
    press('Play');
    setCurrentTime(files[0], left);
    page.unmount();
    await act(async () => undefined);
    showEpisode();
    dispatchMediaEvent(files[1], 'loadedmetadata');
    expect(screen.getByText(`${at} / 1:30`)).toBeInTheDocument();
    expect(files[1]?.currentTime).toBe(at === '0:00' ? 0 : left);
  });

  it('the player plays at the chosen speed', () => {
    showEpisode();
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } });
    expect(files[0]?.playbackRate).toBe(1.5);
  });

  it('a player that starts stops the previous player', () => {
    draw([number, number + 1].map((one) => <AudioPlayer key={one} podcast={samplePodcast(one)} />));
    for (const file of files) dispatchMediaEvent(file, 'canplay');
    const players = screen.getAllByRole('button', { name: 'Play' });
    for (const play of players) fireEvent.click(play);
    expect(players[0]).toHaveAccessibleName('Play');
    expect(players[1]).toHaveAccessibleName('Pause');
  });

  it.each(['Try again', 'the network'])(
    'a failed file is loaded again by %s, and continues at the same position',
    (how) => {
      showPlayable();
      setCurrentTime(files[0], 40);
      dispatchMediaEvent(files[0], 'error');
      expect(button('Play')).toBeDisabled();
      const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
      if (how === 'the network') act(() => void window.dispatchEvent(new Event('online')));
      else press(how);
      expect(load).toHaveBeenCalledTimes(1);
      setCurrentTime(files[0], 0);
      dispatchMediaEvent(files[0], 'loadedmetadata');
      expect(files[0]?.currentTime).toBe(40);
      expect(screen.getByText('0:40 / 1:30')).toBeInTheDocument();
      expect(button('Play')).toBeEnabled();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    },
  );

  it('the player keeps its position while loads fail', () => {
    showPlayable();
    press('Play');
    setCurrentTime(files[0], 40);
    for (let round = 0; round < 2; round++) {
      dispatchMediaEvent(files[0], 'error');
      press('Try again');
      setCurrentTime(files[0], 0);
    }
    expect(localStorage.getItem('heard-up-to')).toBe(JSON.stringify({ [samplePodcast(number).id]: 40 }));
    dispatchMediaEvent(files[0], 'loadedmetadata');
    expect(files[0]?.currentTime).toBe(40);
  });

  it.each(['Try again', 'the network'])('a failed file is loaded again in the mini player by %s', (how) => {
    const page = showPlayable();
    press('Play');
    setCurrentTime(files[0], 40);
    page.rerender(<AtAddress>{[<PlayerHost key="host" />]}</AtAddress>);
    dispatchMediaEvent(files[0], 'error');
    expect(screen.getByRole('status')).toHaveTextContent('This sound cannot be played.');
    if (how === 'the network') act(() => void window.dispatchEvent(new Event('online')));
    else press(how);
    dispatchMediaEvent(files[0], 'loadedmetadata');
    expect(files[0]?.currentTime).toBe(40);
    expect(button('Play')).toBeEnabled();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('a sound that plays at a sign-out stores no position after it', () => {
    showPlayable();
    press('Play');
    setCurrentTime(files[0], 40);
    deleteDrafts();
    setCurrentTime(files[0], 80);
    expect(localStorage.getItem('heard-up-to')).toBeNull();
  });

  it('the player stops when its episode is deleted', async () => {
    showPlayable();
    press('Play');
    const episode = { contentType: 'podcast', contentId: samplePodcast(number).id } as const;
    await act(() => removeContent({ client: queryClientFor(), userId: ownUser.id }, episode, 'podcast'));
    expect(startedEpisode.get()).toBeNull();
  });

  it('an episode never plays at the same time as a video', () => {
    showPlayable();
    const video = showVideo();
    const paused: unknown[] = [];
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
      paused.push(this);
      this.dispatchEvent(new Event('pause'));
    });
    for (let round = 0; round < 2; round++) {
      press('Play');
      if (round > 0) expect(paused).toEqual([video]);
      paused.length = 0;
      dispatchMediaEvent(video, 'play');
      expect(paused).toEqual([files[0]]);
      paused.length = 0;
    }
  });

  it('a lock screen shows and controls the episode', () => {
    const handlers: Record<string, (details: object) => void> = {};
    const setActionHandler = (action: string, handler: () => void) => Object.assign(handlers, { [action]: handler });
    const mediaSession = { setActionHandler, metadata: null };
    Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: mediaSession });
    Object.assign(globalThis, { MediaMetadata: Object });
    const control = (action: string, details: object = {}) => act(() => handlers[action]?.(details));
    showPlayable();
    press('Play');
    expect(mediaSession.metadata).toEqual({ title: `Episode ${number}`, artist: 'tomas' });
    control('pause');
    expect(button('Play')).toBeInTheDocument();
    control('seekto', { seekTime: 42 });
    expect(screen.getByText('0:42 / 1:30')).toBeInTheDocument();
    control('seekbackward', { seekOffset: 12 });
    expect(screen.getByText('0:30 / 1:30')).toBeInTheDocument();
    control('seekforward');
    expect(screen.getByText('0:45 / 1:30')).toBeInTheDocument();
    control('play');
    expect(button('Pause')).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'mediaSession');
  });

  it('the player stops when the player host unmounts at a sign-out', () => {
    const page = showPlayable();
    press('Play');
    page.unmount();
    expect(startedEpisode.get()).toBeNull();
  });

  it.each([
    ['of the server if the browser guesses too much', 90, 110, '1:30'],
    ['of the server if the browser knows what it has read', 90, 1, '1:30'],
    ['of the server if the browser knows no end', 90, Number.POSITIVE_INFINITY, '1:30'],
    ['of the server if the browser knows nothing', 90, Number.NaN, '1:30'],
    ['of the browser if the server has none', null, 61, '1:01'],
  ])('the player shows the length %s', (_which, duration, ofBrowser, shown) => {
    showEpisode({ duration });
    lasts(ofBrowser);
    expect(screen.getByText(`0:00 / ${shown}`)).toBeInTheDocument();
    expect(position()).toHaveAttribute('max', String(duration ?? ofBrowser));
  });

  it('the player seeks only as far as the browser has decoded the file', () => {
    showEpisode();
    lasts(12);
    seek('30');
    expect(files[0]?.currentTime).toBe(11.75);
    expect(screen.getByText('0:11 / 1:30')).toBeInTheDocument();
    lasts(31);
    seek('30');
    expect(files[0]?.currentTime).toBe(30);
  });
});
