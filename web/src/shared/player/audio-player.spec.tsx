import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AtAddress } from '../../../test/at-address.tsx';
import { type Call, fakeApi } from '../../../test/fake-api.ts';
import { podcast } from '../../../test/sample-content.ts';
import { AudioPlayer } from './audio-player.tsx';
import { PlayerHost } from './player-host.tsx';
import { started } from './started.ts';
import { VideoPlayer } from './video-player.tsx';

const { Audio: RealAudio } = globalThis;
let files: HTMLAudioElement[];
let calls: Call[];
let number = 0;

beforeEach(() => {
  files = [];
  number += 10;
  ({ acts: calls } = fakeApi(() => ({ success: true })));
  globalThis.Audio = function audio() {
    const file = document.createElement('audio');
    files.push(file);
    return file;
  } as unknown as typeof Audio;
  const media = HTMLMediaElement.prototype;
  jest.spyOn(media, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  jest.spyOn(media, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
  jest.spyOn(media, 'load').mockImplementation(() => undefined);
});
afterEach(() => {
  act(() => started.current()?.stop());
  jest.restoreAllMocks();
  globalThis.Audio = RealAudio;
});

const tell = (file: HTMLMediaElement | undefined, event: string) =>
  act(() => void file?.dispatchEvent(new Event(event)));
const goTo = (file: HTMLMediaElement | undefined, seconds: number) => {
  if (file) file.currentTime = seconds;
  tell(file, 'timeupdate');
};

const show = (...numbers: number[]) =>
  render(
    <AtAddress>
      <PlayerHost />
      {numbers.map((one) => (
        <AudioPlayer key={one} podcast={podcast(one)} />
      ))}
    </AtAddress>,
  );

describe('the player of an episode', () => {
  it('waits until there is something to play, and says if there never will be', () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(number);
    const play = screen.getByRole('button', { name: 'Play' });
    expect(play).toBeDisabled();
    expect(play).toHaveAttribute('data-waiting');
    expect(screen.getByRole('slider', { name: 'Position' })).toBeDisabled();
    tell(files[0], 'error');
    expect(screen.getByText('This sound cannot be played.')).toBeInTheDocument();
    expect(play).toBeDisabled();
    expect(play).not.toHaveAttribute('data-waiting');
    tell(files[0], 'loadedmetadata');
    expect(play).toBeEnabled();
    expect(play).not.toHaveAttribute('data-waiting');
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
  });

  it('reports the first play from the start once', async () => {
    show(number);
    tell(files[0], 'canplay');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    await waitFor(() => expect(calls).toMatchObject([{ call: `POST /api/podcasts/${podcast(number).id}/play` }]));
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    goTo(files[0], 0);
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(calls).toHaveLength(1);
  });

  it('does not report a play that begins later', () => {
    show(number);
    tell(files[0], 'canplay');
    fireEvent.change(screen.getByRole('slider', { name: 'Position' }), { target: { value: '30' } });
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(calls).toEqual([]);
    expect(screen.getByText('0:30 / 1:30')).toBeInTheDocument();
  });

  it('returns to its start at the end', () => {
    show(number);
    tell(files[0], 'canplay');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    goTo(files[0], 90);
    expect(screen.getByText('1:30 / 1:30')).toBeInTheDocument();
    tell(files[0], 'ended');
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    expect(files[0]?.currentTime).toBe(0);
    expect(screen.getByRole('button', { name: 'Play' })).toBeEnabled();
    expect(started.current()).toBeNull();
  });

  it('is moved by keys within its length, and played by the space bar', () => {
    show(number);
    tell(files[0], 'canplay');
    const slider = screen.getByRole('slider', { name: 'Position' });
    const at = () => slider.getAttribute('aria-valuetext');
    fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(at()).toBe('0:05 of 1:30');
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    fireEvent.keyDown(slider, { key: 'ArrowLeft' });
    expect(at()).toBe('0:00 of 1:30');
    fireEvent.keyDown(slider, { key: 'PageUp' });
    expect(at()).toBe('0:30 of 1:30');
    fireEvent.keyDown(slider, { key: 'End' });
    expect(at()).toBe('1:30 of 1:30');
    fireEvent.keyDown(slider, { key: 'Home' });
    expect(at()).toBe('0:00 of 1:30');
    fireEvent.keyDown(slider, { key: ' ' });
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it.each([
    ['a tap', 'Down 150, Up 150', '0:45'],
    ['a drag from anywhere', 'Down 30, Move 200', '1:00'],
    ['a drag beyond the end', 'Down 30, Move 200, Move 400, Up 400', '1:30'],
    ['a touch that scrolls the page', 'Down 150, Move 152, Cancel 152', '0:00'],
  ])('follows a finger on the waveform: %s', (_name, steps, at) => {
    show(number);
    tell(files[0], 'canplay');
    const slider = screen.getByRole('slider', { name: 'Position' });
    jest.spyOn(slider, 'getBoundingClientRect').mockReturnValue({ left: 0, width: 300 } as DOMRect);
    for (const step of steps.split(', ')) {
      const [type, x] = step.split(' ');
      const event = new Event(`pointer${type?.toLowerCase()}`, { bubbles: true });
      fireEvent(slider, Object.assign(event, { pointerType: 'touch', isPrimary: true, clientX: Number(x) }));
    }
    expect(slider).toHaveAttribute('aria-valuetext', `${at} of 1:30`);
  });

  it('plays at the chosen speed', () => {
    show(number);
    fireEvent.change(screen.getByRole('combobox', { name: 'Speed' }), { target: { value: '1.5' } });
    expect(files[0]?.playbackRate).toBe(1.5);
  });

  it('stops the previous player', () => {
    show(number, number + 1);
    for (const file of files) tell(file, 'canplay');
    const [first, second] = screen.getAllByRole('button', { name: 'Play' });
    if (first) fireEvent.click(first);
    if (second) fireEvent.click(second);
    expect(first).toHaveAccessibleName('Play');
    expect(second).toHaveAccessibleName('Pause');
  });

  it.each(['Try again', 'the network'])(
    'is loaded again by %s after a failure, and continues at the same time',
    (how) => {
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      show(number);
      tell(files[0], 'canplay');
      goTo(files[0], 40);
      tell(files[0], 'error');
      expect(screen.getByRole('button', { name: 'Play' })).toBeDisabled();
      const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
      if (how === 'the network') act(() => void window.dispatchEvent(new Event('online')));
      else fireEvent.click(screen.getByRole('button', { name: how }));
      expect(load).toHaveBeenCalledTimes(1);
      goTo(files[0], 0);
      tell(files[0], 'loadedmetadata');
      expect(files[0]?.currentTime).toBe(40);
      expect(screen.getByText('0:40 / 1:30')).toBeInTheDocument();
      expect(screen.getByRole('button', { name: 'Play' })).toBeEnabled();
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    },
  );

  it('never plays at the same time as a video', () => {
    const { container } = render(
      <AtAddress>
        <AudioPlayer podcast={podcast(number)} />
        <VideoPlayer podcast={podcast(number + 1, { mediaType: 'video' })} />
      </AtAddress>,
    );
    const video = container.querySelector('video') ?? undefined;
    const paused: unknown[] = [];
    jest.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
      paused.push(this);
      this.dispatchEvent(new Event('pause'));
    });
    tell(files[0], 'canplay');
    for (let round = 0; round < 2; round++) {
      fireEvent.click(screen.getByRole('button', { name: 'Play' }));
      if (round > 0) expect(paused).toEqual([video]);
      paused.length = 0;
      tell(video, 'play');
      expect(paused).toEqual([files[0]]);
      paused.length = 0;
    }
  });

  it('is shown and controlled by a lock screen', () => {
    const handlers: Record<string, (details: object) => void> = {};
    const setActionHandler = (action: string, handler: () => void) => Object.assign(handlers, { [action]: handler });
    const mediaSession = { setActionHandler, metadata: null };
    Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: mediaSession });
    Object.assign(globalThis, { MediaMetadata: Object });
    const press = (action: string, details: object = {}) => act(() => handlers[action]?.(details));
    show(number);
    tell(files[0], 'canplay');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    expect(mediaSession.metadata).toEqual({ title: `Episode ${number}`, artist: 'tomas' });
    press('pause');
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
    press('seekto', { seekTime: 42 });
    expect(screen.getByText('0:42 / 1:30')).toBeInTheDocument();
    press('seekbackward', { seekOffset: 12 });
    expect(screen.getByText('0:30 / 1:30')).toBeInTheDocument();
    press('play');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
    Reflect.deleteProperty(navigator, 'mediaSession');
  });

  it('stops when its listener has left', () => {
    const page = show(number);
    tell(files[0], 'canplay');
    fireEvent.click(screen.getByRole('button', { name: 'Play' }));
    page.unmount();
    expect(started.current()).toBeNull();
  });

  it.each([
    ['guesses too much', 110],
    ['knows what it has read', 1],
    ['knows no end', Number.POSITIVE_INFINITY],
    ['knows nothing', Number.NaN],
  ])('shows the length that the server measured if the browser %s', (_, duration) => {
    show(number);
    Object.defineProperty(files[0], 'duration', { configurable: true, get: () => duration });
    tell(files[0], 'durationchange');
    expect(screen.getByText('0:00 / 1:30')).toBeInTheDocument();
    expect(screen.getByRole('slider', { name: 'Position' })).toHaveAttribute('max', '90');
  });

  it('shows the length of the browser if the server has none', () => {
    render(
      <AtAddress>
        <AudioPlayer podcast={podcast(number, { duration: null })} />
      </AtAddress>,
    );
    Object.defineProperty(files[0], 'duration', { configurable: true, get: () => 61 });
    tell(files[0], 'durationchange');
    expect(screen.getByText('0:00 / 1:01')).toBeInTheDocument();
  });

  it('seeks only as far as the browser has the file', () => {
    let known = 12;
    show(number);
    Object.defineProperty(files[0], 'duration', { configurable: true, get: () => known });
    tell(files[0], 'durationchange');
    const slider = screen.getByRole('slider', { name: 'Position' });
    fireEvent.change(slider, { target: { value: '30' } });
    expect(files[0]?.currentTime).toBe(11.75);
    expect(screen.getByText('0:11 / 1:30')).toBeInTheDocument();
    known = 31;
    tell(files[0], 'durationchange');
    fireEvent.change(slider, { target: { value: '30' } });
    expect(files[0]?.currentTime).toBe(30);
  });

  it('of a video shows a failure from before it was on the page', () => {
    Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, get: () => ({ code: 4 }) });
    render(<VideoPlayer podcast={podcast(number, { mediaType: 'video' })} />);
    Reflect.deleteProperty(HTMLMediaElement.prototype, 'error');
    expect(screen.getByText('This browser cannot play this video.')).toBeInTheDocument();
  });

  it.each(['an error', 'a film without pictures'])(
    'of a video says after %s that the browser cannot play it, and can retry',
    (how) => {
      const { container } = render(<VideoPlayer podcast={podcast(number, { mediaType: 'video' })} />);
      const video = container.querySelector('video') ?? undefined;
      const load = jest.spyOn(HTMLMediaElement.prototype, 'load');
      if (how !== 'an error') jest.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(1);
      tell(video, how === 'an error' ? 'error' : 'loadedmetadata');
      expect(screen.getByText('This browser cannot play this video.')).toBeInTheDocument();
      fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(load).toHaveBeenCalledTimes(1);
      Object.defineProperty(video, 'videoWidth', { configurable: true, get: () => 640 });
      tell(video, 'loadedmetadata');
      expect(screen.queryByText('This browser cannot play this video.')).toBeNull();
    },
  );

  it('of a video reports the first play from the start too, and restarts after the end', async () => {
    const { container } = render(<VideoPlayer podcast={podcast(number, { mediaType: 'video' })} />);
    const video = container.querySelector('video') ?? undefined;
    goTo(video, 20);
    tell(video, 'play');
    expect(calls).toEqual([]);
    tell(video, 'ended');
    expect(video?.currentTime).toBe(0);
    tell(video, 'play');
    tell(video, 'play');
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});
