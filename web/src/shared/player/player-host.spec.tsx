import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { dispatchMediaEvent, fakeMedia } from '../../../test/fake-media.ts';
import { AtAddress, fakeApi } from '../../../test/page.tsx';
import { samplePodcast } from '../../../test/sample-content.ts';
import { AudioPlayer } from './audio-player.tsx';
import { startedEpisode } from './episode-sound.ts';
import PlayerHost from './player-host.tsx';

const { Audio: realAudio, IntersectionObserver: realObserver } = globalThis;
let cross: (isIntersecting: boolean) => void;
let file: HTMLAudioElement;

beforeEach(() => {
  fakeApi(() => ({ success: true }));
  fakeMedia();
  globalThis.Audio = function audio() {
    file = document.createElement('audio');
    return file;
  } as never;
  globalThis.IntersectionObserver = class {
    #targets: Element[] = [];
    constructor(told: (entries: object[]) => void) {
      cross = (isIntersecting) => act(() => told(this.#targets.map((target) => ({ target, isIntersecting }))));
    }
    observe = (target: Element) => void this.#targets.push(target);
    unobserve = () => undefined;
  } as never;
});
afterEach(() => {
  act(() => startedEpisode.get()?.stop());
  Object.assign(globalThis, { Audio: realAudio, IntersectionObserver: realObserver });
});

it('the mini player is shown while the card of its episode is out of sight', () => {
  render(<AtAddress>{[<PlayerHost key="host" />, <AudioPlayer key="card" podcast={samplePodcast(1)} />]}</AtAddress>);
  dispatchMediaEvent(file, 'canplay');
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const bar = () => screen.queryByRole('region', { name: 'Playing' });
  expect(bar()).toBeNull();
  cross(false);
  expect(bar()).toBeVisible();
  cross(true);
  expect(bar()).toBeNull();
});
