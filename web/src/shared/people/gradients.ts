import { defaultGradient, type GradientPreset, gradientPresets } from '@hearsay/game-rules';
import type { CSSProperties } from 'react';

const DARK_INK = '#1d0f24';
const LIGHT_INK = '#ffffff';

/** Gradients with a light initial, and how much each is darkened behind it, 0 to 1. `gradients.spec.ts` checks them. */
const LIGHT_INITIALS: Readonly<Record<string, number>> = {
  'Electric Blue': 0.4,
  'Dark Purple': 0,
  'Midnight Blue': 0,
  Galaxy: 0,
  'Deep Ocean': 0,
  Fire: 0.35,
  Aurora: 0.4,
  Cosmic: 0.45,
  Shadow: 0,
  Silver: 0.45,
};

/** `shade` is how much the gradient is darkened behind the initial, 0 to 1. */
export function avatarLetterColours({ name }: GradientPreset): { readonly ink: string; readonly shade: number } {
  const shade = LIGHT_INITIALS[name];
  return shade === undefined ? { ink: DARK_INK, shade: 0 } : { ink: LIGHT_INK, shade };
}

const presets = new Map(gradientPresets.map((preset) => [preset.classes, preset]));

/** @returns the default for an unknown class string */
export const presetOf = (classes: string): GradientPreset =>
  presets.get(classes) ?? presets.get(defaultGradient) ?? { name: '', classes, stops: ['#c084fc', '#f472b6'] };

/** `angle` in degrees. */
export const gradientCss = (classes: string, angle = 120): string =>
  `linear-gradient(${angle}deg, ${presetOf(classes).stops.join(', ')})`;

function mixOf(id: string): number {
  let mix = 0;
  for (const letter of id) mix = (mix * 31 + letter.charCodeAt(0)) % 65_521;
  return mix;
}

/** Rotates the default gradient and shifts its hue by the id, so that people without a choice look different. */
export function gradientDiscStyle(id: string, classes: string = defaultGradient): CSSProperties {
  const { ink, shade } = avatarLetterColours(presetOf(classes));
  const isDefault = presetOf(classes).classes === defaultGradient;
  const mix = mixOf(id);
  const cover = `linear-gradient(rgb(0 0 0 / ${shade.toFixed(2)}) 0 0)`;
  return {
    backgroundImage: `${shade > 0 ? `${cover}, ` : ''}${gradientCss(classes, isDefault ? mix % 360 : 120)}`,
    color: ink,
    ...(isDefault && { filter: `hue-rotate(${(mix % 97) - 48}deg)` }),
  };
}
