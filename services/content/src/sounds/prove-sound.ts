import type { ReadableBytes } from './byte-reader.ts';
import { type DemuxedFile, demuxFile } from './demuxed-file.ts';
import { oggDuration, readOggFile } from './ogg-file.ts';
import {
  type Container,
  fitsFamily,
  plausibleDuration,
  type SoundFacts,
  type SoundRequest,
  servedType,
} from './sound-facts.ts';
import { readWaveFile } from './wave-file.ts';

/** Thrown if the bytes are not a sound or film of the declared type. The uploader reads this error's message. */
export class WrongSoundTypeError extends Error {}

const unreadable = 'This file cannot be read. It may be damaged; save it once more, as MP3 or MP4, and upload that.';
const notOfKind = {
  audio: 'There is no sound in this file that can be published as audio. Choose an audio file, or publish it as video.',
  video: 'There is no film in this file. Choose a video file, or publish it as audio.',
};

type Found = Pick<DemuxedFile, 'container' | 'hasAudio' | 'hasVideo' | 'toldLength'> & Partial<DemuxedFile>;

/** Offsets in bytes (RIFF `AVI `, LIST `hdrl`, chunk `avih`, Microsoft's AVIMAINHEADER). */
const avi = { list: 12, header: 20, main: 24, microsecondsPerFrame: 32, frames: 48, length: 52 };

/** Length of an AVI file in seconds. Null if the main header is missing. */
const aviDuration = async (reader: ReadableBytes): Promise<number | null> => {
  const bytes = await reader.read(0, avi.length);
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < avi.length || tag(avi.list) !== 'LIST' || tag(avi.header) !== 'hdrl' || tag(avi.main) !== 'avih')
    return null;
  return (bytes.readUInt32LE(avi.microsecondsPerFrame) * bytes.readUInt32LE(avi.frames)) / 1e6;
};

/** Returns null for an unknown format. */
const find = async (reader: ReadableBytes): Promise<Found | null> => {
  const marks = (await reader.read(0, 12)).toString('latin1');
  if (/^(RIFF|RF64)....WAVE$/s.test(marks)) {
    const file = await readWaveFile(reader);
    return file && { container: 'wav', hasAudio: true, hasVideo: false, toldLength: file.duration };
  }
  if (/^RIFF....AVI $/s.test(marks)) {
    const toldLength = await aviDuration(reader);
    return toldLength === null ? null : { container: 'avi', hasAudio: false, hasVideo: true, toldLength };
  }
  if (!marks.startsWith('OggS')) return demuxFile(reader);
  return { container: 'ogg', ...(await readOggFile(reader)), toldLength: null, countLength: () => oggDuration(reader) };
};

export interface ProvenSound {
  readonly container: Container;
  readonly facts: SoundFacts;
  readonly audio: DemuxedFile['audio'];
  /** Reads the whole file and returns the facts with the counted length. */
  readonly counted: () => Promise<SoundFacts>;
}

/** Parses the bytes, because file names, declared types and first bytes prove nothing. @throws WrongSoundTypeError */
export const proveSound = async (
  reader: ReadableBytes,
  { mediaType, declared }: SoundRequest,
): Promise<ProvenSound> => {
  const found = await find(reader).catch(() => null);
  if (!found || !(found.hasAudio || found.hasVideo)) throw new WrongSoundTypeError(unreadable);
  const { container, toldLength, countLength, audio = null } = found;
  const contentType = servedType(mediaType, container);
  const holds = mediaType === 'video' ? found.hasVideo : found.hasAudio && !found.hasVideo;
  if (contentType === null || !holds || !fitsFamily(container, declared))
    throw new WrongSoundTypeError(notOfKind[mediaType]);
  const facts = { contentType, duration: plausibleDuration(toldLength, reader.size) };
  const counted = async () => {
    const length = await countLength?.().catch(() => null);
    return { contentType, duration: plausibleDuration(length, reader.size) ?? facts.duration };
  };
  return { container, facts, audio, counted };
};
