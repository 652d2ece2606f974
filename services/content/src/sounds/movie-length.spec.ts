import { describe, expect, test } from '@jest/globals';
import { headerWithDuration } from './movie-length.ts';
import { proveSound } from './prove-sound.ts';
import { fixture, inMemoryBytes } from './sample-files.suite.ts';

const counted = async (bytes: Buffer): Promise<number> => {
  const proven = await proveSound(inMemoryBytes(bytes), { bytes: bytes.length, mediaType: 'audio', declared: 'audio' });
  return (await proven.counted()).duration ?? Number.NaN;
};

const durationIn = (bytes: Buffer, type: string, shortAt: number, longAt: number): number => {
  const at = bytes.indexOf(type, 0, 'latin1') + 4;
  return bytes[at] === 1 ? Number(bytes.readBigUInt64BE(at + longAt)) : bytes.readUInt32BE(at + shortAt);
};
const durations = (bytes: Buffer) => ({
  mvhd: durationIn(bytes, 'mvhd', 16, 24),
  tkhd: durationIn(bytes, 'tkhd', 20, 28),
  mdhd: durationIn(bytes, 'mdhd', 16, 24),
  mehd: bytes.includes('mehd', 0, 'latin1') ? durationIn(bytes, 'mehd', 4, 4) : null,
});

const withoutRoom = (): Buffer => {
  const bytes = fixture('fragmented-equal-samples.mp4');
  const [moov, udta] = [bytes.indexOf('moov') - 4, bytes.indexOf('udta') - 4];
  const udtaBytes = bytes.readUInt32BE(udta);
  bytes.writeUInt32BE(bytes.readUInt32BE(moov) - udtaBytes, moov);
  bytes.write('free', udta + 4, 'latin1');
  return bytes;
};

const withSamples = (): Buffer => {
  const bytes = fixture('recorded-by-chromium.mp4');
  bytes.writeUInt32BE(1, bytes.indexOf('stts') + 8);
  return bytes;
};

describe('the length in the start of a fragmented movie', () => {
  test.each([
    // Lengths in time units of the movie. Chromium's unit is a millisecond, and WebKitGTK's is 1/1,800 s.
    ['recorded-by-chromium.mp4', 3921, { mvhd: 0, tkhd: 1041, mdhd: 1041, mehd: null }],
    ['recorded-by-webkitgtk.mp4', 7565, { mvhd: 0, tkhd: 0, mdhd: 0, mehd: 0 }],
    ['fragmented-equal-samples.mp4', 8023, { mvhd: 0, tkhd: 0, mdhd: 0, mehd: null }],
  ])('is written into %s without moving any samples', async (name, units, before) => {
    const bytes = fixture(name);
    expect(durations(bytes)).toEqual(before);
    const seconds = await counted(bytes);
    const start = (await headerWithDuration(inMemoryBytes(bytes), seconds)) ?? Buffer.alloc(0);
    expect(durations(start)).toEqual({ mvhd: 0, tkhd: 0, mdhd: 0, mehd: units });
    expect(bytes.toString('latin1', start.length + 4, start.length + 8)).toBe('moof');
    const changed = Buffer.concat([start, bytes.subarray(start.length)]);
    expect(await counted(changed)).toBe(seconds);
    expect(await headerWithDuration(inMemoryBytes(changed), seconds)).toBeNull();
  });

  test.each([
    ['a movie without fragments', fixture('android-3gp4.m4a')],
    ['samples in its moov', withSamples()],
    ['no room', withoutRoom()],
    ['another file', fixture('opus.ogg')],
    ['a cut in its moov', fixture('recorded-by-chromium.mp4').subarray(0, 400)],
    ['a box that is too large', Buffer.from(fixture('recorded-by-chromium.mp4')).fill(0xff, 164, 166)],
    ['nothing', Buffer.alloc(0)],
  ])('is not written with %s', async (_, bytes) => {
    expect(await headerWithDuration(inMemoryBytes(bytes), 8)).toBeNull();
  });
});
