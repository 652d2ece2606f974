import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

/** A longer word is broken after this number of graphemes. */
const maxWordLength = 22;

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
export const textAsPath = (text: string, x: number, y: number, size: number, colour: string): string => {
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

/** True for letters, digits, marks and currency signs. Without them a title would mean something else. */
const isPartOfWord = (character: string): boolean =>
  /[\p{L}\p{N}\p{M}\p{Sc}]/u.test(character) &&
  !/\p{Variation_Selector}|\u20e3|\p{Extended_Pictographic}/u.test(character);
/** More than two marks on a letter would cover the neighbouring letters. */
const tooManyMarks = /(\p{M}{2})\p{M}+/gu;

/** The words without characters that the fonts lack. Null if such a character is part of a word, or no word is left. */
export const drawableWords = (words: string): string | null => {
  const characters = [...words.normalize('NFC').replace(tooManyMarks, '$1').replace(/\s+/gu, ' ')];
  const missing = characters.filter((character) => !faceOf(character));
  const kept = characters
    .filter((character) => faceOf(character))
    .join('')
    .replace(/ +/g, ' ')
    .trim();
  const hasWords = missing.length === 0 ? kept !== '' : /[\p{L}\p{N}]/u.test(kept);
  return hasWords && !missing.some(isPartOfWord) ? kept : null;
};

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const piecesOf = (word: string): string[] => {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  return Array.from({ length: Math.ceil(letters.length / maxWordLength) }, (_, index) =>
    letters.slice(index * maxWordLength, (index + 1) * maxWordLength).join(''),
  );
};

/** @param room pixels that a line may take */
const linesOf = (text: string, size: number, room: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(' ').flatMap(piecesOf)) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`, size) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
};

interface Fitting {
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Chooses the largest font size at which the words take fewer than `maxLines` lines. If there is none, uses the
 * smallest size and cuts the words after `maxLines`.
 */
export const fitLines = (
  words: string,
  { sizes, maxLines, room }: { readonly sizes: readonly number[]; readonly maxLines: number; readonly room: number },
): Fitting => {
  const all = sizes.map((size) => ({ lines: linesOf(words, size, room), size }));
  const fitting = all.find(({ lines }) => lines.length < maxLines);
  if (fitting) return fitting;
  const { lines, size } = all.at(-1)!;
  if (lines.length <= maxLines) return { lines, size };
  return { lines: [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1]}…`], size };
};
