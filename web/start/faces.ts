/**
 * Local fonts replace our two faces until the font files load. Scaling gives them the same width and line height, so
 * that no line breaks differently. DejaVu's widths were measured over English sentences. Arial's and Roboto's come from
 * their published metrics. Ascent and descent are those of our face, divided by the scale. The numbers are size, ascent
 * and descent in percent.
 */
const bold = 'font-weight: 600 900; font-stretch';
const faces = [
  ['Display as Arial', `${bold}: 100%`, [104, 89.4, 26.0]],
  ['Display as Arial', `${bold}: 75% 90%`, [88, 105.7, 30.7]],
  ['Display as Roboto', `${bold}: 100%`, [109, 85.3, 24.8]],
  ['Display as Roboto', `${bold}: 75% 90%`, [92, 101.1, 29.3]],
  ['Display as DejaVu', `${bold}: 100%`, [86, 108.1, 31.4]],
  ['Display as DejaVu', `${bold}: 75% 90%`, [72.6, 128.1, 37.2]],
  ['Text as Arial', '', [102.8, 94.4, 24.3]],
  ['Text as Roboto', '', [103, 94.2, 24.3]],
  ['Text as DejaVu', '', [89.5, 108.4, 27.9]],
] as const;

const installed: Readonly<Record<string, readonly string[]>> = {
  'Display as Arial': ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'LiberationSans-Bold'],
  'Display as Roboto': ['Roboto Bold', 'Roboto-Bold'],
  'Display as DejaVu': ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
  'Text as Arial': ['Arial', 'ArialMT', 'Liberation Sans', 'LiberationSans'],
  'Text as Roboto': ['Roboto', 'Roboto-Regular'],
  'Text as DejaVu': ['DejaVu Sans', 'DejaVuSans'],
};

export const fallbackFaces = faces
  .map(([family, weight, [size, ascent, descent]]) => {
    const sources = installed[family]?.map((name) => `local("${name}")`);
    return `@font-face { font-family: "${family}"; src: ${sources}; ${weight}; size-adjust: ${size}%;
ascent-override: ${ascent}%; descent-override: ${descent}%; line-gap-override: 0%; }`;
  })
  .join('\n');
