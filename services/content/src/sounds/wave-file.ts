import type { ReadableBytes } from './byte-reader.ts';

const pcm = 1;
const float = 3;
const extensible = 0xfffe;
/** A size field with this value does not hold the size. It is in the chunk `ds64`, or unknown. */
const unknownSize = 0xffffffff;
/** No real file has more chunks before its samples. */
const maxChunks = 1000;

/** `tag` is the sample format. `dataFrom` and `dataBytes` locate the samples in the file. */
export interface WaveFile {
  readonly tag: number;
  readonly channels: number;
  readonly bytesPerSample: number;
  readonly dataFrom: number;
  readonly dataBytes: number;
  /** In seconds. */
  readonly duration: number;
}

/**
 * Format and position of the samples in a WAVE file (RIFF or RF64, chunks `fmt ` and `data`). Null for another file.
 */
export const readWaveFile = async (reader: ReadableBytes): Promise<WaveFile | null> => {
  let format: Buffer | undefined;
  let size64: number | undefined;
  let at = 12;
  for (let chunk = 0; chunk < maxChunks && at + 8 <= reader.size; chunk += 1) {
    const head = await reader.read(at, 8);
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    if (name === 'ds64') {
      // In RF64 (EBU Tech 3306), the 64-bit size of the file comes first, then the size of the samples.
      const sizes = await reader.read(at + 8, 16);
      if (sizes.length === 16) size64 = Number(sizes.readBigUInt64LE(8));
    } else if (name === 'fmt ') {
      format = await reader.read(at + 8, Math.min(bytes, 40));
    } else if (name === 'data') {
      const told = bytes === unknownSize ? size64 : bytes;
      return format === undefined ? null : withSamples(format, at + 8, told, reader.size);
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
};

const withSamples = (format: Buffer, dataFrom: number, told: number | undefined, size: number): WaveFile | null => {
  if (format.length < 16) return null;
  const bare = format.readUInt16LE(0);
  const tag = bare === extensible && format.length >= 26 ? format.readUInt16LE(24) : bare;
  const channels = format.readUInt16LE(2);
  const bytesPerSample = format.readUInt16LE(14) / 8;
  const bytesPerSecond = isPcm(tag) ? format.readUInt32LE(4) * channels * bytesPerSample : format.readUInt32LE(8);
  // An interrupted recorder, or a recorder that cannot seek, writes 0 or the maximum.
  const dataBytes = Math.min(told || size, size - dataFrom);
  if (channels === 0 || !(bytesPerSecond > 0) || dataBytes <= 0) return null;
  return { tag, channels, bytesPerSample, dataFrom, dataBytes, duration: dataBytes / bytesPerSecond };
};

const isPcm = (tag: number): boolean => tag === pcm || tag === float;

const isReadable = ({ tag, bytesPerSample }: WaveFile): boolean =>
  tag === float ? [4, 8].includes(bytesPerSample) : tag === pcm && [1, 2, 3, 4].includes(bytesPerSample);

/** Samples of all channels, interleaved, from -1 to 1. */
const samplesIn = (bytes: Buffer, { tag, bytesPerSample }: WaveFile): Float32Array => {
  const samples = new Float32Array(Math.floor(bytes.length / bytesPerSample));
  for (let index = 0; index < samples.length; index += 1) {
    const at = index * bytesPerSample;
    if (tag === float) samples[index] = bytesPerSample === 8 ? bytes.readDoubleLE(at) : bytes.readFloatLE(at);
    // 8-bit samples are unsigned.
    else if (bytesPerSample === 1) samples[index] = (bytes[at]! - 128) / 128;
    else samples[index] = bytes.readIntLE(at, bytesPerSample) / 2 ** (8 * bytesPerSample - 1);
  }
  return samples;
};

export const waveSections = async function* (
  reader: ReadableBytes,
  count: number,
  bytesEach: number,
): AsyncGenerator<Float32Array> {
  const file = await readWaveFile(reader);
  if (!file || !isReadable(file)) return;
  const frameBytes = file.bytesPerSample * file.channels;
  const frames = Math.floor(file.dataBytes / frameBytes);
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((frames * index) / count);
    const to = Math.floor((frames * (index + 1)) / count);
    const length = Math.min((to - from) * frameBytes, bytesEach - (bytesEach % frameBytes));
    yield samplesIn(await reader.read(file.dataFrom + from * frameBytes, length), file);
  }
};
