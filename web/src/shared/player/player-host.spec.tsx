import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { dispatchMediaEvent, fakeMediaPerTest } from '../../../test/fake-media.ts';
import { AtAddress, fakeApi, press } from '../../../test/page.tsx';
import { samplePodcast } from '../../../test/sample-content.ts';
import { AudioPlayer } from './audio-player.tsx';
import PlayerHost from './player-host.tsx';

const { IntersectionObserver: realObserver } = globalThis;
let cross: (isIntersecting: boolean) => void;
const files = fakeMediaPerTest();

beforeEach(() => {
  fakeApi(() => ({ success: true }));
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
  globalThis.IntersectionObserver = realObserver;
});

it('the mini player is shown while the card of its episode is out of sight', () => {
  render(<AtAddress>{[<PlayerHost key="host" />, <AudioPlayer key="card" podcast={samplePodcast(1)} />]}</AtAddress>);
  dispatchMediaEvent(files[0], 'canplay');
  press('Play');
  const bar = () => screen.queryByRole('region', { name: 'Playing' });
  expect(bar()).toBeNull();
  cross(false);
  expect(bar()).toBeVisible();
  cross(true);
  expect(bar()).toBeNull();
});
