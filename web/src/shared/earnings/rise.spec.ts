import { afterEach, expect, it, jest } from '@jest/globals';
import { animateRisingXp } from './rise.ts';

const READABLE_MS = 500;

const animate = Element.prototype.animate;
afterEach(() => {
  Element.prototype.animate = animate;
});

it('rising XP stay fully visible long enough to be read, and disappear at the end', async () => {
  let finish: () => void = () => undefined;
  const play = jest.fn((_frames: Keyframe[], _options: { duration: number }) => ({
    finished: new Promise<void>((resolve) => {
      finish = resolve;
    }),
  }));
  Element.prototype.animate = play as unknown as typeof animate;
  animateRisingXp(document.body.appendChild(document.createElement('span')), 15);
  expect(document.querySelector('.rising-xp')).toHaveTextContent('+15 XP');

  const [frames, options] = play.mock.calls[0] ?? [[], { duration: 0 }];
  const seen = frames.filter(({ opacity }) => opacity === 1).map(({ offset }) => offset ?? 0);
  expect((Math.max(...seen) - Math.min(...seen)) * options.duration).toBeGreaterThanOrEqual(READABLE_MS);
  expect(options).not.toHaveProperty('easing');

  finish();
  await Promise.resolve();
  await Promise.resolve();
  expect(document.querySelector('.rising-xp')).toBeNull();
});
