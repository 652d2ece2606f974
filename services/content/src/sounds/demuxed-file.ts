import {
  ADTS,
  CustomSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputTrack,
  Logging,
  LogLevel,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import type { ReadableBytes } from './byte-reader.ts';
import type { Container } from './sound-facts.ts';

// The demuxer logs nothing, because it would only warn about users' uploads.
Logging.level = LogLevel.Silent;

const formats = [MP4, QTFF, MATROSKA, WEBM, MP3, ADTS, FLAC];
const containers: Readonly<Record<string, Container>> = {
  [MP4.name]: 'mp4',
  [QTFF.name]: 'quicktime',
  [MATROSKA.name]: 'matroska',
  [WEBM.name]: 'webm',
  [MP3.name]: 'mp3',
  [ADTS.name]: 'aac',
  [FLAC.name]: 'flac',
};

/** Codecs of phones and cameras whose names the demuxer returns, although it cannot decode them. */
const otherCodecs = new Set([
  ...['alac', 'samr', 'sawb', 's263', 'h263', 'mp4v', 'jpeg', 'mjpa'],
  ...['A_ALAC', 'A_MPEG/L2', 'V_MPEG4/ISO/ASP', 'V_MJPEG'],
]);
/** A film has at least this many pictures per second. Chapter images of a sound have fewer. */
const minPictureRate = 1;
const ratedPackets = 50;

const firstFrameBytes = 64;
const tagHeadBytes = 10;
const footerFlag = 0x10;
/** Zeros are read in pieces of this many bytes, up to `maxZeros`. Some tags have more padding than they declare. */
const zeroStretch = 64 * 1024;
const maxZeros = 1024 * 1024;

/** The offset after the ID3 tags (id3.org, ID3v2.4, section 3.1). */
const tagsEnd = async (reader: ReadableBytes): Promise<number> => {
  for (let at = 0; ; ) {
    const head = await reader.read(at, tagHeadBytes);
    if (head.length < tagHeadBytes || head.toString('latin1', 0, 3) !== 'ID3') return at;
    const size = head.subarray(6).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
    at += tagHeadBytes + size + ((head[5]! & footerFlag) === 0 ? 0 : tagHeadBytes);
  }
};

const zerosEnd = async (reader: ReadableBytes, from: number): Promise<number | null> => {
  for (let at = from; at < from + maxZeros; at += zeroStretch) {
    const bytes = await reader.read(at, zeroStretch);
    const other = bytes.findIndex((byte) => byte !== 0);
    if (other >= 0) return at + other;
    if (bytes.length < zeroStretch) return null;
  }
  return null;
};

const openAt = (reader: ReadableBytes, start: number): Input =>
  new Input({
    source: new CustomSource({
      getSize: () => reader.size - start,
      read: (from, to) => reader.read(start + from, to - from),
      // With the default profile, a sound of 100 MB takes over ten seconds.
      prefetchProfile: 'network',
      handleUnhandledError: () => undefined,
    }),
    formats,
  });

/** Skips tags and, like players, zeros before the first frame. Returns null for an unknown format. */
const openFile = async (reader: ReadableBytes): Promise<{ input: Input; start: number } | null> => {
  const start = await tagsEnd(reader);
  if (start >= reader.size) return null;
  const input = openAt(reader, start);
  if (await input.canRead()) return { input, start };
  const sound = await zerosEnd(reader, start);
  if (sound === null || sound === start) return null;
  const behindZeros = openAt(reader, sound);
  return (await behindZeros.canRead()) ? { input: behindZeros, start: sound } : null;
};

export interface DemuxedFile {
  readonly container: Container;
  readonly hasAudio: boolean;
  readonly hasVideo: boolean;
  /** The length in seconds that the header states. Null if it states none. */
  readonly toldLength: number | null;
  /** Counts the length from packets. This may read the whole file. */
  readonly countLength: () => Promise<number | null>;
  readonly audio: InputAudioTrack | null;
}

/** Requires a first packet. Without one, counting the length of a damaged file may not end. */
const isPlayable = async (track: InputTrack): Promise<boolean> => {
  const packet = await new EncodedPacketSink(track).getFirstPacket();
  if (packet === null || packet.data.length === 0) return false;
  if ((await track.getCodec()) !== null) return true;
  if (!otherCodecs.has(String(await track.getInternalCodecId()))) return false;
  return !track.isVideoTrack() || (await track.computePacketStats(ratedPackets)).averagePacketRate >= minPictureRate;
};

/** True if the header states the length. AAC never states it, and MP3 only with a frame count in its first frame. */
const tellsLength = async (reader: ReadableBytes, container: Container, start: number): Promise<boolean> => {
  if (container !== 'mp3') return container !== 'aac';
  return /Xing|Info/.test((await reader.read(start, firstFrameBytes)).toString('latin1'));
};

/** Null if the bytes have no known container. Ignores tracks that cannot be played. */
export const demuxFile = async (reader: ReadableBytes): Promise<DemuxedFile | null> => {
  const opened = await openFile(reader);
  if (!opened) return null;
  const { input, start } = opened;
  const container = containers[(await input.getFormat()).name];
  if (container === undefined) return null;
  const tracks: InputTrack[] = [];
  for (const track of await input.getTracks()) if (await isPlayable(track)) tracks.push(track);
  const greatest = async (length: (track: InputTrack) => Promise<number | null>): Promise<number | null> => {
    let most: number | null = null;
    for (const track of tracks) most = Math.max(most ?? 0, (await length(track)) ?? 0);
    return most;
  };
  const audio = tracks.find((track): track is InputAudioTrack => track.isAudioTrack()) ?? null;
  return {
    container,
    hasAudio: audio !== null,
    hasVideo: tracks.some((track) => track.isVideoTrack()),
    toldLength: (await tellsLength(reader, container, start))
      ? await greatest((track) => track.getDurationFromMetadata())
      : null,
    countLength: () => greatest((track) => track.computeDuration()),
    audio,
  };
};
