/** The maximum size of an uploaded transcript in bytes. */
export const maxTranscriptBytes = 2 * 1024 * 1024;
export const transcriptTypes = ['text/vtt', 'application/x-subrip'] as const;
export type TranscriptType = (typeof transcriptTypes)[number];

/** A part of a transcript: the words between two times of an episode, in seconds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly words: string;
}

export type ParsedTranscript = { readonly cues: readonly Cue[] } | { readonly line: number; readonly problem: string };

const maxCues = 10_000;
const maxCueWords = 1000;

const timePattern = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)([.,])(\d{3})$/;

const secondsOf = (time: string, type: TranscriptType): number | null => {
  const [, hours = '0', minutes, seconds, point, thousandths] = timePattern.exec(time) ?? [];
  if (seconds === undefined || (type === 'text/vtt' && point === ',')) return null;
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds) + Number(thousandths) / 1000;
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' };

/**
 * Keeps the speaker of a voice tag and drops all other tags. The patterns take linear time. No part of a pattern
 * matches a `<`, or begins with a character that the part before it may match.
 */
const plainWords = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/<v(?:\.[^\s<>]*)?[ \t]+([^\s<>][^<>]{0,99})>/g, '$1: ')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(\w{2,4});/g, (whole, name: string) => entities[name] ?? whole)
    .trim();

/**
 * Reads WebVTT and SubRip strictly, in one pass. It stops at the first error and returns its line, counted from 1. The
 * package `media-captions` took 57 s for 1.7 MB and ignores wrong times. Other packages report no line.
 */
export const parseTranscript = (text: string, type: TranscriptType): ParsedTranscript => {
  // WebVTT demands this replacement of null characters (https://www.w3.org/TR/webvtt1/#file-parsing).
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '\uFFFD')
    .split(/\r\n|\r|\n/);
  const wrong = (index: number, problem: string): ParsedTranscript => ({ line: index + 1, problem });
  const isVtt = type === 'text/vtt';
  if (isVtt && !/^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')) return wrong(0, 'A WebVTT file begins with WEBVTT');
  const cues: Cue[] = [];
  const isEnd = (index: number) => index >= lines.length || lines[index]!.trim() === '';
  const afterBlock = (from: number) => {
    let index = from;
    while (!isEnd(index)) index++;
    return index;
  };
  for (let index = isVtt ? afterBlock(0) : 0; index < lines.length; ) {
    const first = lines[index]!;
    if (first.trim() === '') {
      index++;
      continue;
    }
    if (isVtt && /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first)) {
      index = afterBlock(index);
      continue;
    }
    // A first line without an arrow is the name of the cue, unless it contains a time, which is an error.
    const isNamed = !first.includes('-->') && (lines[index + 1]?.includes('-->') || !/\d:\d\d/.test(first));
    const at = isNamed ? index + 1 : index;
    const [, start = '', end = ''] = /^\s*(\S+)[ \t]+-->[ \t]+(\S+)(?:[ \t].*)?$/.exec(lines[at] ?? '') ?? [];
    const [from, to] = [secondsOf(start, type), secondsOf(end, type)];
    if (from === null || to === null)
      return wrong(
        Math.min(at, lines.length - 1),
        `Here two times belong, as 00:01:02${isVtt ? '.' : ','}500 --> 00:01:04${isVtt ? '.' : ','}000`,
      );
    if (to <= from) return wrong(at, 'These words end before they begin');
    if (from < (cues.at(-1)?.from ?? 0)) return wrong(at, 'These words begin before the words above');
    const until = afterBlock(at + 1);
    const words = plainWords(lines.slice(at + 1, until));
    if (words === '') return wrong(at, 'There are no words under these times');
    if (words.length > maxCueWords) return wrong(at + 1, `At most ${maxCueWords} characters belong to two times`);
    if (cues.length === maxCues) return wrong(at, `A transcript has at most ${maxCues} parts`);
    cues.push({ from, to, words });
    index = until;
  }
  return cues.length === 0 ? wrong(0, 'There are no words in this file') : { cues };
};

const timeOf = (seconds: number): string => {
  const thousandths = Math.round(seconds * 1000);
  const two = (number: number) => String(number).padStart(2, '0');
  const whole = Math.floor(thousandths / 1000);
  const clock = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(two).join(':');
  return `${clock}.${String(thousandths % 1000).padStart(3, '0')}`;
};

const escaped = (words: string): string =>
  words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/\n{2,}/g, '\n');

/** Formats cues as WebVTT with times and words only. */
export const formatTranscript = (cues: readonly Cue[]): string =>
  `WEBVTT\n${cues.map(({ from, to, words }) => `\n${timeOf(from)} --> ${timeOf(to)}\n${escaped(words)}\n`).join('')}`;
