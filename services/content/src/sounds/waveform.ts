import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from 'mediabunny';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { OpusDecoder } from 'opus-decoder';
import type { ReadableBytes } from './byte-reader.ts';
import type { Container } from './sound-facts.ts';
import { waveSections } from './wave-file.ts';

/** Equals `waveformBars` of the contracts. The thread does not import them, because their schemas need much memory. */
const bars = 64;
const stretchBytes = 64 * 1024;
const wholeBytes = 4 * 1024 * 1024;
const sampledSeconds = 1;
/** Decoders get bytes in pieces of this size, or packets in groups of this many. */
const fedBytes = 64 * 1024;
const fedPackets = 200;
const gatheredSamples = 1024;

/** A sound with a lower mean square is silent. It is 80 dB under full scale, because decoders add some noise. */
const silentPower = 1e-8;

interface Decoded {
  readonly channelData: readonly Float32Array[];
  readonly samplesDecoded: number;
}
interface Decoder {
  readonly ready: Promise<void>;
  free(): void;
}
interface StreamDecoder extends Decoder {
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush(): Decoded | Promise<Decoded>;
}
interface PacketDecoder extends Decoder {
  reset(): Promise<void>;
  decodeFrames(packets: Uint8Array[]): Decoded | Promise<Decoded>;
}

const power = (samples: Float32Array): number => {
  let sum = 0;
  for (const sample of samples) sum += Math.min(1, sample * sample);
  return samples.length === 0 ? 0 : sum / samples.length;
};

const powers = ({ channelData, samplesDecoded }: Decoded, dropped = 0): number[] => {
  const gathered: number[] = [];
  for (let from = dropped; from < samplesDecoded && channelData.length > 0; from += gatheredSamples) {
    const to = Math.min(from + gatheredSamples, samplesDecoded);
    gathered.push(mean(channelData.map((channel) => power(channel.subarray(from, to)))));
  }
  return gathered;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** The heights of the bars from 0 to 100: root mean squares relative to the loudest bar. All 0 for silence. */
const heights = (loudness: readonly number[]): number[] => {
  const loudest = Math.max(...loudness);
  return loudness.map((value) =>
    loudest > silentPower && Number.isFinite(loudest) ? Math.round(100 * Math.sqrt(value / loudest)) : 0,
  );
};

const asBars = (loudness: readonly number[]): number[] | null => {
  if (loudness.length === 0) return null;
  return heights(
    Array.from({ length: bars }, (_, bar) => {
      const from = Math.floor((loudness.length * bar) / bars);
      const to = Math.max(from + 1, Math.floor((loudness.length * (bar + 1)) / bars));
      return mean(loudness.slice(from, to));
    }),
  );
};

const withDecoder = async <D extends Decoder>(
  decoder: D,
  use: (decoder: D) => Promise<number[] | null>,
): Promise<number[] | null> => {
  await decoder.ready;
  try {
    return await use(decoder);
  } finally {
    decoder.free();
  }
};

const decodeStream = (reader: ReadableBytes) => async (decoder: StreamDecoder) => {
  const loudness: number[] = [];
  for (let from = 0; from < reader.size; from += fedBytes) {
    loudness.push(...powers(await decoder.decode(await reader.read(from, fedBytes))));
  }
  loudness.push(...powers(await decoder.flush()));
  return asBars(loudness);
};

const packetsFrom = async (
  sink: EncodedPacketSink,
  first: EncodedPacket | null,
  isEnough: (packet: EncodedPacket, count: number) => boolean,
): Promise<{ packets: EncodedPacket[]; next: EncodedPacket | null }> => {
  const packets: EncodedPacket[] = [];
  let next = first;
  for (; next && !isEnough(next, packets.length); next = await sink.getNextPacket(next)) packets.push(next);
  return { packets, next };
};

const bytesOf = (packets: readonly EncodedPacket[]) => packets.map(({ data }) => data);

const decodeWhole = (sink: EncodedPacketSink) => async (decoder: PacketDecoder) => {
  const loudness: number[] = [];
  for (let at = await sink.getFirstPacket(); at; ) {
    const { packets, next } = await packetsFrom(sink, at, (_, count) => count === fedPackets);
    loudness.push(...powers(await decoder.decodeFrames(bytesOf(packets))));
    at = next;
  }
  return asBars(loudness);
};

/**
 * Decodes about a second at each of 64 evenly spaced times. Leaves out the sound of the first `dropped` packets,
 * because these depend on earlier packets.
 */
const decodePlaces = (sink: EncodedPacketSink, duration: number, dropped: number) => async (decoder: PacketDecoder) => {
  const loudness: number[] = [];
  for (let bar = 0; bar < bars; bar += 1) {
    const from = (duration * bar) / bars;
    const { packets } = await packetsFrom(
      sink,
      await sink.getPacket(from),
      ({ timestamp }) => timestamp >= from + sampledSeconds,
    );
    await decoder.reset();
    const decoded = await decoder.decodeFrames(bytesOf(packets));
    const droppedSamples = Math.floor((decoded.samplesDecoded * dropped) / Math.max(dropped, packets.length));
    loudness.push(mean(powers(decoded, droppedSamples)));
  }
  return heights(loudness);
};

const oggBars = async (reader: ReadableBytes): Promise<number[] | null> => {
  // The first page names its codec (RFC 7845, section 5.1; Vorbis I specification, section 4.2.1).
  const first = (await reader.read(0, 200)).toString('latin1');
  if (first.includes('OpusHead')) return withDecoder(new OggOpusDecoder(), decodeStream(reader));
  if (first.includes('\u0001vorbis')) return withDecoder(new OggVorbisDecoder(), decodeStream(reader));
  return null;
};

const waveBars = async (reader: ReadableBytes): Promise<number[] | null> => {
  const loudness: number[] = [];
  for await (const samples of waveSections(reader, bars, stretchBytes)) loudness.push(power(samples));
  return loudness.length === bars ? heights(loudness) : null;
};

/** The decoder, and `dropped` for `decodePlaces`: an MP3 frame, for example, uses bits of earlier frames. */
const packetDecoder = async (track: InputAudioTrack): Promise<{ decoder: PacketDecoder; dropped: number } | null> => {
  const codec = await track.getCodec();
  const channels = await track.getNumberOfChannels();
  if (codec === 'mp3') return { decoder: new MPEGDecoder(), dropped: 2 };
  if (codec === 'flac') return { decoder: new FLACDecoder(), dropped: 0 };
  // RFC 7845, section 4.6: an Opus decoder converges within 80 ms.
  return codec === 'opus' && channels <= 2 ? { decoder: new OpusDecoder({ channels }), dropped: 4 } : null;
};

interface ExaminedSound {
  readonly container: Container;
  readonly audio: InputAudioTrack | null;
  readonly duration: number | null;
}

/** Null for sounds that are not decoded here: AAC in any container, and large Ogg files. */
export const waveformOf = async (
  reader: ReadableBytes,
  { container, audio, duration }: ExaminedSound,
): Promise<number[] | null> => {
  const isWhole = reader.size <= wholeBytes;
  if (container === 'wav') return waveBars(reader);
  if (container === 'ogg') return isWhole ? oggBars(reader) : null;
  const found = audio && (await packetDecoder(audio));
  if (!found) return null;
  const sink = new EncodedPacketSink(audio);
  if (isWhole) return withDecoder(found.decoder, decodeWhole(sink));
  return duration === null ? null : withDecoder(found.decoder, decodePlaces(sink, duration, found.dropped));
};
