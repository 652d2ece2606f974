import { describe, expect, it } from '@jest/globals';
import { formatTranscript, parseTranscript, type TranscriptType } from './transcripts.js';

const vtt = (...blocks: string[]) => parseTranscript(['WEBVTT', ...blocks].join('\n\n'), 'text/vtt');
const srt = (...blocks: string[]) => parseTranscript(blocks.join('\n\n'), 'application/x-subrip');
const cue = (from: number, to: number, words: string) => ({ from, to, words });

describe('a transcript', () => {
  it('WebVTT is read with speakers, without notes, styles, tags and settings', () => {
    const read = parseTranscript(
      '\uFEFFWEBVTT - Night talk\r\nKind: captions\r\n\r\nNOTE\r\nnot these\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\nfirst\r\n00:01.000 --> 00:02.500 align:start\r\n<v Ana>I <i>like</i> 1 &lt; 2</v>\r\n& more\r\n\r\n01:00:00.000 --> 01:00:01.000\r\nEnd',
      'text/vtt',
    );
    expect(read).toEqual({ cues: [cue(1, 2.5, 'Ana: I like 1 < 2\n& more'), cue(3600, 3601, 'End')] });
  });

  it('SubRip is read, even without numbers', () => {
    const read = srt('1\n00:00:00,000 --> 00:00:02,000\nHello\nyou', '00:00:02,000 --> 00:00:03,000\n<b>Again</b>');
    expect(read).toEqual({ cues: [cue(0, 2, 'Hello\nyou'), cue(2, 3, 'Again')] });
  });

  it('null characters of a transcript are replaced, because no database stores them', () => {
    expect(srt('00:00:00,000 --> 00:00:02,000\nHel\0lo')).toEqual({ cues: [cue(0, 2, 'Hel\uFFFDlo')] });
  });

  it('a written transcript is the same when it is read again', () => {
    const cues = [cue(0, 1.234, 'a <b> & c --> d\n&amp;'), cue(3599.999, 7200, 'NOTE this')];
    expect(parseTranscript(formatTranscript(cues), 'text/vtt')).toEqual({ cues });
  });

  it.each<[string, ReturnType<typeof parseTranscript>, number, string]>([
    ['no header', parseTranscript('00:01.000 --> 00:02.000\nHi', 'text/vtt'), 1, 'begins with WEBVTT'],
    ['no words at all', vtt(), 1, 'no words in this file'],
    ['an empty file', srt(''), 1, 'no words in this file'],
    ['a comma in WebVTT', vtt('00:01,000 --> 00:02.000\nHi'), 3, '00:01:02.500'],
    ['a broken arrow', vtt('00:01.000 -> 00:02.000\nHi'), 3, 'two times'],
    ['a wrong minute', srt('1\n00:00:00,000 --> 00:61:00,000\nHi'), 2, '00:01:02,500'],
    ['stray words', srt('1\n00:00:00,000 --> 00:00:01,000\nHi', 'stray\nwords'), 6, 'two times'],
    ['stray words at the end', srt('1\n00:00:00,000 --> 00:00:01,000\nHi', 'stray'), 5, 'two times'],
    ['an end before the beginning', vtt('00:03.000 --> 00:02.000\nHi'), 3, 'end before they begin'],
    ['a wrong order', vtt('00:03.000 --> 00:04.000\nHi', '00:02.000 --> 00:05.000\nHo'), 6, 'before the words above'],
    ['times without words', vtt('00:03.000 --> 00:04.000', '00:05.000 --> 00:06.000\nHo'), 3, 'no words under'],
    ['very many words', vtt(`00:03.000 --> 00:04.000\n${'word '.repeat(201)}`), 4, '1000 characters'],
  ])('with %s is refused, and the answer names the line', (_mistake, read, line, problem) => {
    expect(read).toEqual({ line, problem: expect.stringContaining(problem) });
  });

  it.each<[string, TranscriptType]>([
    [`WEBVTT\n\n${'00:00:01.000 --> 00:00:02.000\nWord\n\n'.repeat(40_000)}`, 'text/vtt'],
    [`${'<'.repeat(1_000_000)}`, 'application/x-subrip'],
    [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(300_000)}`, 'text/vtt'],
    // With a pattern that searches to the end of the text from each tag, these 120 kB took 15 s.
    [`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v.'.repeat(40_000)}`, 'text/vtt'],
  ])('of up to two megabytes is refused within five seconds, whatever it contains', (text, type) => {
    const begun = performance.now();
    expect(parseTranscript(text, type)).toHaveProperty('line');
    expect(performance.now() - begun).toBeLessThan(5000);
  });
});
