import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import type { ByteReader } from './byte-reader.ts';
import type { Container } from './sound-facts.ts';
import { waveStretches } from './wave-samples.ts';

/** How many heights a waveform has: `waveformBars` of the contracts, whose schemas are too much for a thread of so little memory. */
const bars = 64;
/** Of every 64th of a WAVE file at most so many bytes are looked at. */
const stretchBytes = 64 * 1024;
/** A compressed file up to this size is decoded whole. */
const wholeBytes = 4 * 1024 * 1024;
/** Of an MP3 above it so many bytes are decoded at each of 64 places: about one second. Its frames can be read from any place on. */
const sampledBytes = 24 * 1024;
/** Compressed files are handed to their decoder in pieces of this size. */
const fedBytes = 64 * 1024;
/** Loudness is gathered over so many samples, and the bars are made of that. */
const gatheredSamples = 1024;

/** Below this mean square, 80 dB under full scale, a sound is silence: decoders leave some noise in it. */
const silentPower = 1e-8;

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
}
interface Decoder {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Decoded | Promise<Decoded>;
  free(): void;
}

/** The mean square of samples; 0 for none. */
const power = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length;
};

/** Heights from 0 to 100, the loudest 100: the root of the mean square of each bar. Silence is 64 zeros. */
const heights = (powers: readonly number[]): number[] => {
  const loudest = Math.max(...powers);
  return powers.map((value) => (loudest > silentPower && Number.isFinite(loudest) ? Math.round(100 * Math.sqrt(value / loudest)) : 0));
};

/** Any number of equal stretches as 64 bars; null when there are too few. */
const asBars = (powers: readonly number[]): number[] | null => {
  if (powers.length === 0) return null;
  return heights(
    Array.from({ length: bars }, (_, bar) => {
      const from = Math.floor((powers.length * bar) / bars);
      const to = Math.max(from + 1, Math.floor((powers.length * (bar + 1)) / bars));
      const some = powers.slice(from, to);
      return some.reduce((sum, value) => sum + value, 0) / some.length;
    }),
  );
};

const decodeWhole = async (reader: ByteReader, decoder: Decoder): Promise<number[] | null> => {
  const powers: number[] = [];
  const gather = ({ channelData, samplesDecoded }: Decoded) => {
    const samples = channelData[0]?.subarray(0, samplesDecoded);
    if (!samples) return;
    for (let from = 0; from < samples.length; from += gatheredSamples) powers.push(power(samples.subarray(from, from + gatheredSamples)));
  };
  for (let from = 0; from < reader.size; from += fedBytes) gather(await decoder.decode(await reader.read(from, fedBytes)));
  if (decoder.flush) gather(await decoder.flush());
  return asBars(powers);
};

const decodeSamples = async (reader: ByteReader, decoder: Decoder): Promise<number[] | null> => {
  const powers: number[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const { channelData, samplesDecoded } = await decoder.decode(await reader.read(Math.floor((reader.size * bar) / bars), sampledBytes));
    powers.push(power(channelData[0]?.subarray(0, samplesDecoded) ?? new Float32Array(0)));
  }
  return heights(powers);
};

const withDecoder = async <D extends Decoder>(decoder: D, use: (decoder: D) => Promise<number[] | null>): Promise<number[] | null> => {
  await decoder.ready;
  try {
    return await use(decoder);
  } finally {
    decoder.free();
  }
};

const waveBars = async (reader: ByteReader): Promise<number[] | null> => {
  const powers: number[] = [];
  for await (const samples of waveStretches(reader, bars, stretchBytes)) powers.push(power(samples));
  return powers.length === bars ? heights(powers) : null;
};

const oggBars = async (reader: ByteReader): Promise<number[] | null> => {
  // The first page names its codec (RFC 7845, section 5.1; Vorbis I specification, section 4.2.1).
  const first = Buffer.from(await reader.read(0, fedBytes)).toString('latin1', 0, 200);
  if (first.includes('OpusHead')) return withDecoder(new OggOpusDecoder(), (decoder) => decodeWhole(reader, decoder));
  if (first.includes('\u0001vorbis')) return withDecoder(new OggVorbisDecoder(), (decoder) => decodeWhole(reader, decoder));
  return null;
};

/**
 * How loud a sound is along its time; null for what is not decoded here: AAC in any container, WebM, and large files of Ogg and FLAC, which
 * can only be read from their beginning.
 */
export const waveformOf = async (reader: ByteReader, container: Container): Promise<number[] | null> => {
  if (container === 'wav') return waveBars(reader);
  const isWhole = reader.size <= wholeBytes;
  if (container === 'mp3') return withDecoder(new MPEGDecoder(), (decoder) => (isWhole ? decodeWhole : decodeSamples)(reader, decoder));
  if (!isWhole) return null;
  if (container === 'flac') return withDecoder(new FLACDecoder(), (decoder) => decodeWhole(reader, decoder));
  return container === 'ogg' ? oggBars(reader) : null;
};
