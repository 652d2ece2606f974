import { text } from 'node:stream/consumers';
import { type Cue, parseTranscript, Refusal } from '@hearsay/contracts';
import type { MediaStore } from '@hearsay/media-store';

/** Maximum number of characters in a part. A single longer cue makes a longer part. */
const maxWords = 1000;

/** A part of a transcript with about a minute of words, so that a search reads and ranks little text at once. */
export interface TranscriptPart {
  readonly number: number;
  readonly words: string;
  /** For each cue, its position in `words` in UTF-16 units, and its first second in the episode. */
  readonly cues: readonly (readonly [start: number, from: number])[];
}

/** Joins neighbouring cues by spaces. No cue is split. */
export const splitIntoParts = (cues: readonly Cue[]): TranscriptPart[] => {
  const parts: { number: number; words: string; cues: [number, number][] }[] = [];
  for (const { from, words } of cues) {
    const last = parts.at(-1);
    if (last && last.words.length + 1 + words.length <= maxWords) {
      last.cues.push([last.words.length + 1, from]);
      last.words += ` ${words}`;
    } else parts.push({ number: parts.length, words, cues: [[0, from]] });
  }
  return parts;
};

/** @throws Refusal `invalid_input` for bytes that the gateway did not write */
export const readTranscriptParts = async (store: Pick<MediaStore, 'read'>, key: string): Promise<TranscriptPart[]> => {
  const read = parseTranscript(await text(await store.read(key)), 'text/vtt');
  if ('problem' in read) throw new Refusal('invalid_input', read.problem);
  return splitIntoParts(read.cues);
};
