import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

/** Replaces play and pause, which jsdom lacks, by functions that only dispatch their events. Loads do nothing. */
export function fakeMedia(): void {
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

export const dispatchMediaEvent = (file: HTMLMediaElement | undefined, event: string) =>
  act(() => void file?.dispatchEvent(new Event(event)));
export const setCurrentTime = (file: HTMLMediaElement | undefined, seconds: number) => {
  if (file) file.currentTime = seconds;
  dispatchMediaEvent(file, 'timeupdate');
};
