import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { render } from '@testing-library/react';
import { LiveBars, loudnessOf } from './live-bars.tsx';

const close = jest.fn(async () => undefined);
const node = { connect: () => undefined, disconnect: () => undefined, fftSize: 0 };
const stream = {} as MediaStream;
let loudness: number;
let frames: Map<number, FrameRequestCallback>;

beforeEach(() => {
  loudness = 0;
  frames = new Map();
  close.mockClear();
  const getFloatTimeDomainData = (samples: Float32Array) => samples.fill(loudness);
  Object.assign(globalThis, {
    AudioContext: class {
      resume = async () => undefined;
      close = close;
      createMediaStreamSource = () => node;
      createAnalyser = () => ({ ...node, getFloatTimeDomainData });
    },
  });
  let made = 0;
  jest.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((draw) => {
    frames.set(++made, draw);
    return made;
  });
  jest.spyOn(globalThis, 'cancelAnimationFrame').mockImplementation((frame) => void frames.delete(frame));
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'AudioContext');
  Reflect.deleteProperty(document, 'hidden');
});

const drawAt = (now: number) => {
  const due = [...frames.values()];
  frames.clear();
  for (const draw of due) draw(now);
};
const heights = () =>
  [...document.querySelectorAll<HTMLElement>('[data-live-bars] > *')].map(({ style }) => style.transform);
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

it('the bars show the loudness of the last two seconds', () => {
  render(<LiveBars stream={stream} />);
  loudness = 1;
  drawAt(100);
  expect(heights().slice(-2)).toEqual(['scaleY(0.06)', 'scaleY(1)']);
  loudness = 0;
  drawAt(120);
  drawAt(200);
  expect(heights().slice(-3)).toEqual(['scaleY(0.06)', 'scaleY(1)', 'scaleY(0.06)']);
});

it('the bars change once a second with reduced motion', () => {
  jest.spyOn(globalThis, 'matchMedia').mockImplementation(() => ({ matches: true }) as MediaQueryList);
  render(<LiveBars stream={stream} />);
  loudness = 1;
  for (const now of [500, 900]) drawAt(now);
  expect(new Set(heights())).toEqual(new Set(['scaleY(0.06)']));
  drawAt(1100);
  expect(heights().at(-1)).toBe('scaleY(1)');
});

it('the bars draw nothing while the page is hidden, and end with the recording', () => {
  const { unmount } = render(<LiveBars stream={stream} />);
  expect(frames.size).toBe(1);
  hide(true);
  expect(frames.size).toBe(0);
  hide(false);
  expect(frames.size).toBe(1);
  unmount();
  expect(frames.size).toBe(0);
  expect(close).toHaveBeenCalledTimes(1);
});

it('the bars draw nothing if the browser refuses an audio context', () => {
  Reflect.deleteProperty(globalThis, 'AudioContext');
  render(<LiveBars stream={stream} />);
  expect(frames.size).toBe(0);
  expect(new Set(heights())).toEqual(new Set(['scaleY(0.06)']));
});

it.each([
  ['silence', 0, 0],
  ['a whisper', 0.01, 0.35],
  ['full scale', 1, 1],
])('the height of a bar for %s', (_sound, sample, height) => {
  expect(loudnessOf(new Float32Array(64).fill(sample))).toBeCloseTo(height, 2);
});
