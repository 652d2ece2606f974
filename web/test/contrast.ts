/** Red, green and blue of #rrggbb, 0 to 255. */
export const rgb = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance, 0 to 1 (WCAG 2). */
function luminance(parts: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((whole) => {
    const part = whole / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: readonly number[], other: readonly number[]): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (bright + 0.05) / (dark + 0.05);
}
