import type { ByteReader } from './byte-reader.ts';

const pcm = 1;
const float = 3;
const extensible = 0xfffe;

interface WaveFormat {
  readonly isFloat: boolean;
  readonly bytesPerSample: number;
  readonly channels: number;
  readonly dataFrom: number;
  readonly dataBytes: number;
}

/** The format and place of the samples of a WAVE file (RIFF, chunks `fmt ` and `data`); null when it is none that can be read here. */
const waveFormat = async (reader: ByteReader): Promise<WaveFormat | null> => {
  let format: { tag: number; channels: number; bytesPerSample: number } | undefined;
  for (let at = 12; at + 8 <= reader.size; ) {
    const head = Buffer.from(await reader.read(at, 8));
    if (head.length < 8) return null;
    const name = head.toString('latin1', 0, 4);
    const bytes = head.readUInt32LE(4);
    if (name === 'fmt ') {
      const body = Buffer.from(await reader.read(at + 8, Math.min(bytes, 40)));
      if (body.length < 16) return null;
      const tag = body.readUInt16LE(0);
      format = {
        tag: tag === extensible && body.length >= 26 ? body.readUInt16LE(24) : tag,
        channels: body.readUInt16LE(2),
        bytesPerSample: body.readUInt16LE(14) / 8,
      };
    } else if (name === 'data') {
      if (!format || format.channels === 0) return null;
      const { tag, channels, bytesPerSample } = format;
      const isFloat = tag === float && bytesPerSample === 4;
      if (!isFloat && !(tag === pcm && [1, 2, 3, 4].includes(bytesPerSample))) return null;
      // A recorder that was cut has written 0 or the greatest number.
      const dataBytes = Math.min(bytes === 0 ? reader.size : bytes, reader.size - at - 8);
      return { isFloat, bytesPerSample, channels, dataFrom: at + 8, dataBytes };
    }
    at += 8 + bytes + (bytes % 2);
  }
  return null;
};

/** The first channel's samples, from -1 to 1. */
const samplesIn = (bytes: Buffer, { isFloat, bytesPerSample, channels }: WaveFormat): Float32Array => {
  const frameBytes = bytesPerSample * channels;
  const samples = new Float32Array(Math.floor(bytes.length / frameBytes));
  for (let index = 0; index < samples.length; index += 1) {
    const at = index * frameBytes;
    if (isFloat) samples[index] = bytes.readFloatLE(at);
    // Samples of 8 bits have no sign.
    else if (bytesPerSample === 1) samples[index] = (bytes[at]! - 128) / 128;
    else samples[index] = bytes.readIntLE(at, bytesPerSample) / 2 ** (8 * bytesPerSample - 1);
  }
  return samples;
};

/** Samples of `count` equal stretches of a WAVE file, at most so many bytes of each; null when it cannot be read. */
export const waveStretches = async function* (reader: ByteReader, count: number, bytesEach: number): AsyncGenerator<Float32Array> {
  const format = await waveFormat(reader);
  if (!format) return;
  const frameBytes = format.bytesPerSample * format.channels;
  const frames = Math.floor(format.dataBytes / frameBytes);
  for (let index = 0; index < count; index += 1) {
    const from = Math.floor((frames * index) / count);
    const to = Math.floor((frames * (index + 1)) / count);
    const length = Math.min((to - from) * frameBytes, bytesEach - (bytesEach % frameBytes));
    yield samplesIn(Buffer.from(await reader.read(format.dataFrom + from * frameBytes, length)), format);
  }
};
