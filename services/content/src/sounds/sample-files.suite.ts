import { readFileSync } from 'node:fs';
import type { ReadableBytes } from './byte-reader.ts';

export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

export const inMemoryBytes = (bytes: Buffer): ReadableBytes => ({
  size: bytes.length,
  read: async (from, length) => Buffer.from(bytes.subarray(from, from + length)),
});

/** An ID3v2.4 tag with a picture of that many bytes, which decoders must skip. */
export const pictureTag = (bytes: number): Buffer => {
  const head = Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1');
  for (let at = 0; at < 4; at += 1) head[6 + at] = (bytes >> (7 * (3 - at))) & 127;
  // Runs of 1 bits look like frame headers.
  return Buffer.concat([head, Buffer.alloc(bytes, Buffer.from([0xff, 0xfb, 0x90, 0x64, 0x55]))]);
};

const kilobits = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** Frames of an MP3 of MPEG 2, layer III, at 24 kHz (ISO/IEC 13818-3, section 2.4). */
const framesOf = (bytes: Buffer): Buffer[] => {
  const frames: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = Math.floor((72_000 * kilobits[bytes[at + 2]! >> 4]!) / 24_000) + ((bytes[at + 2]! >> 1) & 1);
    frames.push(bytes.subarray(at, at + length));
    at += length;
  }
  return frames;
};

export const stretchFile = (bytes: Buffer, steps: number, times: number): Buffer => {
  const frames = framesOf(bytes);
  const each = Math.floor(frames.length / steps);
  return Buffer.concat(
    Array.from({ length: steps }, (_, step) => {
      const ofStep = frames.slice(step * each, (step + 1) * each);
      return Array.from({ length: times }, () => ofStep).flat();
    }).flat(),
  );
};
