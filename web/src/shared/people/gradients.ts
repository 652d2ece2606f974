import { defaultGradient, type GradientPreset, gradientPresets } from '@hearsay/game-rules';

const DARK_INK = '#1d0f24';
const LIGHT_INK = '#ffffff';
/** Least contrast of an initial against every stop (WCAG 2.2, text). */
const READABLE = 4.5;

/** Red, green and blue, 0 to 255. */
const partsOf = (colour: string): [number, number, number] => {
  const at = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
};

/** Relative luminance, 0 to 1 (WCAG 2). */
function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

export interface InitialInk {
  readonly ink: string;
  /** Darkening of the gradient below the initial, 0 to 1. */
  readonly shade: number;
}

/** The ink that is readable on all of the gradient. If neither is, the gradient is darkened as little as possible. */
export function initialInk({ stops }: Pick<GradientPreset, 'stops'>): InitialInk {
  const least = (ink: string, shade: number) =>
    Math.min(
      ...stops.map((stop) =>
        contrast(luminance(partsOf(ink)), luminance(partsOf(stop).map((part) => part * (1 - shade)))),
      ),
    );
  if (least(DARK_INK, 0) >= READABLE) return { ink: DARK_INK, shade: 0 };
  let shade = 0;
  while (shade < 1 && least(LIGHT_INK, shade) < READABLE) shade += 0.05;
  return { ink: LIGHT_INK, shade };
}

const presets = new Map(gradientPresets.map((preset) => [preset.classes, preset]));

/** An unknown class string gets the default. */
export const presetOf = (classes: string): GradientPreset =>
  presets.get(classes) ?? presets.get(defaultGradient) ?? { name: '', classes, stops: ['#c084fc', '#f472b6'] };

/** `angle` in degrees. */
export const drawn = (classes: string, angle = 120): string =>
  `linear-gradient(${angle}deg, ${presetOf(classes).stops.join(', ')})`;

export interface Disc {
  readonly backgroundImage: string;
  readonly color: string;
  readonly filter?: string;
}

function mixOf(id: string): number {
  let mix = 0;
  for (const letter of id) mix = (mix * 31 + letter.charCodeAt(0)) % 65_521;
  return mix;
}

/** A default gradient is turned and shifted by the id, so that people can be told apart. */
export function discOf(id: string, classes: string = defaultGradient): Disc {
  const { ink, shade } = initialInk(presetOf(classes));
  const isDefault = presetOf(classes).classes === defaultGradient;
  const mix = mixOf(id);
  const cover = `linear-gradient(rgb(0 0 0 / ${shade.toFixed(2)}) 0 0)`;
  return {
    backgroundImage: `${shade > 0 ? `${cover}, ` : ''}${drawn(classes, isDefault ? mix % 360 : 120)}`,
    color: ink,
    ...(isDefault && { filter: `hue-rotate(${(mix % 97) - 48}deg)` }),
  };
}
