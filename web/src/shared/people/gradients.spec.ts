import { gradientPresets } from '@hearsay/game-rules';
import { expect, it } from '@jest/globals';
import { contrast, rgb } from '../../../test/contrast.ts';
import { avatarLetterColours, gradientCss, gradientDiscStyle, presetOf } from './gradients.ts';

it.each(gradientPresets.map((preset) => [preset.name, preset] as const))(
  'the gradient %s keeps an initial readable on every part',
  (_name, preset) => {
    const { ink, shade } = avatarLetterColours(preset);
    for (const stop of preset.stops) {
      const below = rgb(stop).map((part) => part * (1 - shade));
      expect(contrast(rgb(ink), below)).toBeGreaterThanOrEqual(4.5);
    }
    expect(shade).toBeLessThan(0.65);
  },
);

it('a gradient is drawn with all stops, and an unknown one as the default', () => {
  const rainbow = gradientPresets.find(({ name }) => name === 'Rainbow');
  expect(gradientCss(rainbow?.classes ?? '', 90)).toBe('linear-gradient(90deg, #ef4444, #fde047, #3b82f6)');
  expect(presetOf('from-nowhere')).toBe(presetOf('from-purple-400 to-pink-400'));
});

it('people without a chosen gradient have different ones', () => {
  expect(gradientDiscStyle('a').filter).toBeDefined();
  expect(gradientDiscStyle('a')).not.toEqual(gradientDiscStyle('b'));
  const chosen = gradientPresets[5]?.classes ?? '';
  expect(gradientDiscStyle('a', chosen)).toEqual(gradientDiscStyle('b', chosen));
  expect(gradientDiscStyle('a', chosen).filter).toBeUndefined();
});
