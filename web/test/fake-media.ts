import { afterEach, beforeEach, jest } from '@jest/globals';
import { act } from '@testing-library/react';
import { startedEpisode } from '../src/shared/player/episode-sound.ts';

/** Replaces play and pause, which jsdom lacks, by functions that only dispatch their events. Loads do nothing. */
function fakeMedia(): void {
  const media = HTMLMediaElement.prototype;
  jest.spyOn(media, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'));
  });
  jest.spyOn(media, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'));
  });
  jest.spyOn(media, 'load').mockImplementation(() => undefined);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
}

/** Fakes media in each test of a file, and stops the episode after it. @returns the files that the test has made */
export function fakeMediaPerTest(): HTMLAudioElement[] {
  const { Audio } = globalThis;
  const files: HTMLAudioElement[] = [];
  beforeEach(() => {
    fakeMedia();
    files.length = 0;
    globalThis.Audio = function audio() {
      const file = document.createElement('audio');
      files.push(file);
      return file;
    } as never;
  });
  afterEach(() => {
    act(() => startedEpisode.get()?.stop());
    globalThis.Audio = Audio;
  });
  return files;
}

export const dispatchMediaEvent = (file: HTMLMediaElement | undefined, event: string) =>
  act(() => void file?.dispatchEvent(new Event(event)));
export const setCurrentTime = (file: HTMLMediaElement | undefined, seconds: number) => {
  if (file) file.currentTime = seconds;
  dispatchMediaEvent(file, 'timeupdate');
};
