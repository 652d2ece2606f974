import { describe, expect, it } from '@jest/globals';
import { defaultGradient, gradientPresets, isGradientPreset } from './gradients.js';

describe('gradients', () => {
  it('the 26 gradients of the specification have different class strings', () => {
    expect(gradientPresets).toHaveLength(26);
    expect(new Set(gradientPresets.map(({ classes }) => classes)).size).toBe(26);
  });

  it('the list begins with the default gradient, and only the rainbow has three stops', () => {
    expect(gradientPresets[0]?.classes).toBe(defaultGradient);
    expect(gradientPresets.filter(({ stops }) => stops.length !== 2).map(({ name }) => name)).toEqual(['Rainbow']);
    expect(gradientPresets.find(({ name }) => name === 'Rainbow')?.classes).toBe(
      'from-red-500 via-yellow-300 to-blue-500',
    );
  });

  it('the palette has a colour for every name in the classes of gradients', () => {
    for (const { stops } of gradientPresets) for (const stop of stops) expect(stop).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each([
    [defaultGradient, true],
    ['from-red-500 to-red-500', false],
    ['', false],
  ])('%j is a preset: %j', (classes, isOne) => {
    expect(isGradientPreset(classes)).toBe(isOne);
  });
});
