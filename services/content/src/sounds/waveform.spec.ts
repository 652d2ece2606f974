import { describe, expect, test } from '@jest/globals';
import { proveSound } from './prove-sound.ts';
import { fixture, inMemoryBytes, pictureTag, stretchFile } from './sample-files.suite.ts';
import { silentMp3, silentOpus, waveTone } from './sample-sounds.suite.ts';
import { waveformOf } from './waveform.ts';

const barsOf = async (bytes: Buffer): Promise<number[]> => {
  const reader = inMemoryBytes(bytes);
  const { container, audio, counted } = await proveSound(reader, {
    bytes: bytes.length,
    mediaType: 'audio',
    declared: 'audio',
  });
  return (await waveformOf(reader, { container, audio, duration: (await counted()).duration })) ?? [];
};
const inSteps = (bars: readonly number[], steps: number) =>
  Array.from({ length: steps }, (_, step) => {
    const middle = bars.slice(Math.ceil((64 * (step + 0.25)) / steps), Math.floor((64 * (step + 0.75)) / steps));
    return middle.reduce((sum, bar) => sum + bar, 0) / middle.length;
  });
const stereo = (left: number, right: number): Buffer => {
  const tone = waveTone(4);
  const samples = Buffer.alloc((tone.length - 44) * 2);
  for (let at = 44; at < tone.length; at += 2) {
    samples.writeInt16LE(Math.round(tone.readInt16LE(at) * left), (at - 44) * 2);
    samples.writeInt16LE(Math.round(tone.readInt16LE(at) * right), (at - 44) * 2 + 2);
  }
  const head = Buffer.from(tone.subarray(0, 44));
  head.writeUInt16LE(2, 22);
  head.writeUInt16LE(4, 32);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
};
const five = [24, 43, 62, 81, 100];
const halves = [0, 100];
const cover = pictureTag(1_000_000);

describe('a waveform', () => {
  test.each<readonly [string, () => Buffer, readonly number[]]>([
    ['a small MP3', () => fixture('steps-cbr.mp3'), five],
    ['a small MP3 of varying rate', () => fixture('steps-vbr.mp3'), five],
    ['a small MP3 behind a cover', () => Buffer.concat([cover, fixture('steps-cbr.mp3')]), five],
    ['an MP3 above 4 MB', () => stretchFile(fixture('steps-cbr.mp3'), 5, 80), five],
    ['an MP3 above 4 MB of varying rate', () => stretchFile(fixture('steps-vbr.mp3'), 5, 110), five],
    [
      'an MP3 above 4 MB behind a cover',
      () => Buffer.concat([cover, stretchFile(fixture('steps-cbr.mp3'), 5, 80)]),
      five,
    ],
    ['an MP3 with sound in its right channel only', () => fixture('right-channel-only.mp3'), halves],
    ['a WAVE file with sound in its right channel only', () => stereo(0, 1), halves],
    ['a WAVE file with sound in its left channel only', () => stereo(1, 0), halves],
    ['a WAVE file', () => waveTone(4), halves],
    ['FLAC behind a tag', () => fixture('flac-behind-6kB-id3.flac'), halves],
    ['Opus in WebM', () => fixture('opus-no-duration.webm'), halves],
    ['silence in MP3', () => silentMp3(10), [0]],
    ['silence in Opus', () => silentOpus(3), [0]],
  ])('a waveform of %s follows the loudness of the sound', async (_, bytes, right) => {
    const bars = await barsOf(bytes());
    expect(bars).toHaveLength(64);
    const found = inSteps(bars, right.length);
    for (const [step, height] of right.entries()) {
      expect(found[step]).toBeGreaterThan(height - 12);
      expect(found[step]).toBeLessThan(height + 12);
    }
  });
});
