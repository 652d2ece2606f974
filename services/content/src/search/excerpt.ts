import { limits } from '@hearsay/contracts';
import type { TranscriptPart } from '../podcasts/transcript-parts.js';
import { type SearchWord, type Word, wordsIn } from './words.js';

export interface Excerpt {
  readonly excerpt: string;
  /** Start and length in UTF-16 units. */
  readonly matches: [number, number][];
}

const ellipsis = '…';
/** Maximum number of characters before the first match. They show how its sentence begins. */
const lead = 40;

const isSought = (word: string, sought: readonly SearchWord[]): boolean =>
  sought.some(({ word: wanted, isBeginning }) => word === wanted || (isBeginning && word.startsWith(wanted)));

/** Joins overlapping words, which are pairs of characters in scripts without spaces. */
const joined = (found: readonly Word[]): { start: number; end: number }[] => {
  const matches: { start: number; end: number }[] = [];
  for (const { start, end } of found) {
    const last = matches.at(-1);
    if (last && start < last.end) last.end = end;
    else matches.push({ start, end });
  }
  return matches;
};

const isInsideOfPair = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text[at] ?? '');

/** The text with the most distinct matching words. If several texts have this number, the first of them. */
const bestOf = (texts: readonly string[], sought: readonly SearchWord[]) => {
  const read = texts.map((text, index) => {
    const words = wordsIn(text);
    const found = words.filter(({ word }) => isSought(word, sought));
    return { index, text, words, found, distinct: new Set(found.map(({ word }) => word)).size };
  });
  const most = Math.max(...read.map(({ distinct }) => distinct));
  return read.find(({ distinct }) => distinct === most)!;
};

/** The best text, cut around its first match. */
export const excerptOf = (texts: readonly string[], sought: readonly SearchWord[]): Excerpt => {
  const { text, words, found } = bestOf(texts, sought);
  const matches = joined(found);
  if (text.length <= limits.excerpt)
    return { excerpt: text, matches: matches.map(({ start, end }) => [start, end - start]) };
  const first = matches[0]?.start ?? 0;
  const begin = first <= lead ? 0 : (words.find(({ start }) => start >= first - lead)?.start ?? first);
  const before = begin > 0 ? ellipsis : '';
  const longest = begin + limits.excerpt - before.length;
  let end = text.length <= longest ? text.length : longest - ellipsis.length;
  if (isInsideOfPair(text, end)) end -= 1;
  const kept = matches.filter((match) => match.start < end);
  return {
    excerpt: `${before}${text.slice(begin, end)}${end < text.length ? ellipsis : ''}`,
    matches: kept.map((match) => [match.start - begin + before.length, Math.min(match.end, end) - match.start]),
  };
};

/** An excerpt of a transcript that begins with its best cue. `at` is the second of this cue. */
export const spokenExcerptOf = (
  { words, cues }: Pick<TranscriptPart, 'words' | 'cues'>,
  sought: readonly SearchWord[],
): Excerpt & { at: number } => {
  const said = cues.map(([start], index) => words.slice(start, cues[index + 1]?.[0]));
  const [start, at] = cues[bestOf(said, sought).index]!;
  return { ...excerptOf([words.slice(start)], sought), at };
};
