import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Question } from '@hearsay/contracts';
import * as fontkit from 'fontkit';
import sharp from 'sharp';

/** What networks show large (https://ogp.me). */
const width = 1200;
const height = 630;
const margin = 88;
const mostLines = 4;
/** A word without end goes on in the next line. */
const longestPiece = /.{1,22}/gu;
const titleSizes = [84, 68, 56] as const;

const colours = { ink: '#100f14', text: '#f4f0e8', soft: '#b6b0bd', air: '#ff6a3d', amber: '#ffc24b', whisper: '#a99bd6', line: '#322f3b' };
const segments = 20;

const require = createRequire(import.meta.url);
let face: fontkit.Font | undefined;
const font = (): fontkit.Font => {
  face ??= fontkit.create(
    readFileSync(require.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2')),
  ) as fontkit.Font;
  return face;
};

const widthOf = (text: string, size: number): number => (font().layout(text).advanceWidth / font().unitsPerEm) * size;

/** Text as a path: what the machine has for fonts does not matter. */
const drawn = (text: string, x: number, y: number, size: number, colour: string): string => {
  const scale = size / font().unitsPerEm;
  const { glyphs, positions } = font().layout(text);
  let at = 0;
  const shapes = glyphs.map((glyph, index) => {
    const { xAdvance, xOffset } = positions[index]!;
    const shape = `<path transform="translate(${at + xOffset} 0)" d="${glyph.path.toSVG()}"/>`;
    at += xAdvance;
    return shape;
  });
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`;
};

/** Letters that the face does not have are left out rather than drawn as boxes. */
const writable = (text: string): string =>
  [...text.replace(/\s+/g, ' ')]
    .filter((letter) => font().hasGlyphForCodePoint(letter.codePointAt(0)!))
    .join('')
    .trim();

/** Lines that fit, the last one cut where there are too many. */
const linesOf = (text: string, size: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap((one) => one.match(longestPiece) ?? [])) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width - 2 * margin) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]}…`];
};

const logo = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colours.air}" stroke-width="2.6" stroke-linecap="round"><path d="M4 10v4M8 6v12M12 3v18M16 6.5v11M20 10v4"/></g>`;

/** Twenty rising segments, lit as far as the boosts are; the last third in amber. */
const meter = (share: number, y: number): string =>
  Array.from({ length: segments }, (_, at) => {
    const step = (width - 2 * margin) / segments;
    const tall = 22 + at;
    const lit = at >= (segments * 2) / 3 ? colours.amber : colours.air;
    const colour = at < Math.round(share * segments) ? lit : colours.line;
    return `<rect x="${margin + at * step}" y="${y - tall}" width="${step - 8}" height="${tall}" rx="7" fill="${colour}"/>`;
  }).join('');

/** A question as a picture, as a visitor may see it: its title, and while it is locked how near it is to being heard. */
export const drawPreview = async (
  question: Pick<Question, 'title' | 'isRevealed' | 'revealCount' | 'replyBoostThreshold'>,
): Promise<Buffer> => {
  const title = writable(question.title) || 'A question';
  const size = titleSizes.find((one) => linesOf(title, one).length < mostLines) ?? titleSizes[2];
  const lines = linesOf(title, size).map((line, at) => drawn(line, margin, 240 + at * size * 1.14, size, colours.text));
  const left = question.replyBoostThreshold - question.revealCount;
  const foot = question.isRevealed
    ? drawn('Everyone hears it', margin, height - margin + 20, 36, colours.amber)
    : meter(question.revealCount / Math.max(1, question.replyBoostThreshold), height - margin - 20) +
      drawn(
        `${Math.max(1, left)} more ${left > 1 ? 'boosts' : 'boost'} and everyone hears it`,
        margin,
        height - margin + 30,
        34,
        colours.soft,
      );
  const shapes = [logo(margin - 10, 62, 2.6), drawn('Hearsay', margin + 62, 108, 44, colours.text), ...lines, foot].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours.ink}"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
};
