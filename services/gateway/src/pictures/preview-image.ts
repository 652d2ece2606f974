import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import sharp from 'sharp';
import type { PreviewedQuestion } from './picture-process.ts';

/** Social networks show this size large (https://ogp.me). */
const width = 1200;
const height = 630;
const margin = 88;
const mostLines = 4;
/** A longer word is broken after this number of graphemes. */
const maxWordLength = 22;
const titleSizes = [84, 68, 56] as const;

const colours = {
  ink: '#100f14',
  text: '#f4f0e8',
  soft: '#b6b0bd',
  air: '#ff6a3d',
  amber: '#ffc24b',
  whisper: '#a99bd6',
  line: '#322f3b',
};
const segments = 20;

const require = createRequire(import.meta.url);
let loaded: readonly fontkit.Font[] | undefined;
const faces = (): readonly fontkit.Font[] => {
  loaded ??= ['latin', 'latin-ext', 'vietnamese'].map((subset) => {
    const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-700-normal.woff2`;
    return fontkit.create(readFileSync(require.resolve(file))) as fontkit.Font;
  });
  return loaded;
};
const faceOf = (character: string): fontkit.Font | undefined =>
  faces().find((face) => face.hasGlyphForCodePoint(character.codePointAt(0)!));

interface Run {
  readonly face: fontkit.Font;
  readonly text: string;
}

const runsOf = (text: string): Run[] => {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const face = last?.face.hasGlyphForCodePoint(character.codePointAt(0)!)
      ? last.face
      : (faceOf(character) ?? faces()[0]!);
    if (last && last.face === face) runs[runs.length - 1] = { face, text: last.text + character };
    else runs.push({ face, text: character });
  }
  return runs;
};

const widthOf = (text: string, size: number): number =>
  runsOf(text).reduce((sum, run) => sum + (run.face.layout(run.text).advanceWidth / run.face.unitsPerEm) * size, 0);

/** Draws text as a path, so the fonts of the machine do not matter. */
const drawn = (text: string, x: number, y: number, size: number, colour: string): string => {
  let at = x;
  const runs = runsOf(text).map(({ face, text: piece }) => {
    const scale = size / face.unitsPerEm;
    const { glyphs, positions } = face.layout(piece);
    const from = at;
    let pen = 0;
    const shapes = glyphs.map((glyph, index) => {
      const { xAdvance, xOffset, yOffset } = positions[index]!;
      const shape = `<path transform="translate(${pen + xOffset} ${yOffset})" d="${glyph.path.toSVG()}"/>`;
      pen += xAdvance;
      return shape;
    });
    at += pen * scale;
    return `<g transform="translate(${from} ${y}) scale(${scale} ${-scale})">${shapes.join('')}</g>`;
  });
  return `<g fill="${colour}">${runs.join('')}</g>`;
};

/** Letters, digits, marks and currency signs change the meaning of a title. Emoji do not. */
const isPartOfWord = (character: string): boolean =>
  /[\p{L}\p{N}\p{M}\p{Sc}]/u.test(character) &&
  !/\p{Variation_Selector}|\u20e3|\p{Extended_Pictographic}/u.test(character);
/** More than two marks on a letter would cover its neighbours. */
const tooManyMarks = /(\p{M}{2})\p{M}+/gu;

/** Drops characters that the fonts lack. If such a character is part of a word, the whole title is replaced. */
export const drawnWords = (title: string): string => {
  const characters = [...title.normalize('NFC').replace(tooManyMarks, '$1').replace(/\s+/gu, ' ')];
  const missing = characters.filter((character) => !faceOf(character));
  const words = characters
    .filter((character) => faceOf(character))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  const hasWords = missing.length === 0 ? words !== '' : /[\p{L}\p{N}]/u.test(words);
  return hasWords && !missing.some(isPartOfWord) ? words : 'A question';
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const piecesOf = (word: string): string[] => {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  return Array.from({ length: Math.ceil(letters.length / maxWordLength) }, (_, index) =>
    letters.slice(index * maxWordLength, (index + 1) * maxWordLength).join(''),
  );
};

const linesOf = (text: string, size: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap(piecesOf)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= width - 2 * margin)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `${lines[mostLines - 1]}…`];
};

const logo = (x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colours.air}" stroke-width="2.6" stroke-linecap="round"><path d="M4 10v4M8 6v12M12 3v18M16 6.5v11M20 10v4"/></g>`;

const meter = (share: number, y: number): string =>
  Array.from({ length: segments }, (_, at) => {
    const step = (width - 2 * margin) / segments;
    const tall = 22 + at;
    const lit = at >= (segments * 2) / 3 ? colours.amber : colours.air;
    const colour = at < Math.round(share * segments) ? lit : colours.line;
    return `<rect x="${margin + at * step}" y="${y - tall}" width="${step - 8}" height="${tall}" rx="7" fill="${colour}"/>`;
  }).join('');

export const drawPreview = async (question: PreviewedQuestion): Promise<Uint8Array> => {
  const title = drawnWords(question.title);
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
  const shapes = [
    logo(margin - 10, 62, 2.6),
    drawn('Hearsay', margin + 62, 108, 44, colours.text),
    ...lines,
    foot,
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${colours.ink}"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();
};
