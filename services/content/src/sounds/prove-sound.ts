import { fileTypeFromTokenizer } from 'file-type';
import { type IFormat, parseFromTokenizer, TrackType } from 'music-metadata';
import type { ByteReader } from './byte-reader.ts';
import { ReaderTokenizer } from './reader-tokenizer.ts';
import { type Container, containerOf, type SoundFacts, type SoundQuestion, servedType } from './sound-facts.ts';

/** The bytes are not what they were said to be. Its message is for the uploader. */
export class NotThatSound extends Error {}

/** Where the header of an AVI file has what, in bytes (RIFF `AVI `, LIST `hdrl`, chunk `avih`, as Microsoft's AVIMAINHEADER). */
const avi = { list: 12, header: 20, main: 24, microsecondsPerFrame: 32, frames: 48, length: 52 };

const aviDuration = async (reader: ByteReader): Promise<number> => {
  const bytes = Buffer.from(await reader.read(0, avi.length));
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < avi.length || tag(avi.list) !== 'LIST' || tag(avi.header) !== 'hdrl' || tag(avi.main) !== 'avih') {
    throw new NotThatSound('This AVI file has no header');
  }
  return (bytes.readUInt32LE(avi.microsecondsPerFrame) * bytes.readUInt32LE(avi.frames)) / 1e6;
};

const formatOf = async (reader: ByteReader): Promise<IFormat> => {
  const options = { skipCovers: true, skipPostHeaders: true } as const;
  const { format } = await parseFromTokenizer(new ReaderTokenizer(reader), options);
  if (format.duration !== undefined || format.container === undefined) return format;
  // Some files tell their length only by all of their frames.
  return (await parseFromTokenizer(new ReaderTokenizer(reader), { ...options, duration: true })).format;
};

const hasTrack = ({ trackInfo }: IFormat, type: TrackType): boolean => trackInfo?.some((track) => track.type === type) ?? false;
const hasVideo = (format: IFormat): boolean => format.hasVideo === true || hasTrack(format, TrackType.video);
/** A container that only says so has no sample rate. */
const hasAudio = ({ sampleRate }: IFormat): boolean => sampleRate !== undefined && sampleRate > 0;

/**
 * Finds out what bytes are: their container by its marks, its tracks by reading it. A name and a declared type prove nothing, and marks
 * alone do not either. @throws NotThatSound
 */
export const proveSound = async (
  reader: ByteReader,
  { mediaType, filetype }: SoundQuestion,
): Promise<{ container: Container; facts: SoundFacts }> => {
  const declared = containerOf(filetype);
  const found = await fileTypeFromTokenizer(new ReaderTokenizer(reader)).catch(() => undefined);
  const container = found ? containerOf(found.mime) : null;
  if (container === null || container !== declared) throw new NotThatSound('The file is not of the type that was declared');
  const contentType = servedType(mediaType, container);
  if (contentType === null) throw new NotThatSound(`The file holds no ${mediaType}`);
  if (container === 'avi') return { container, facts: { contentType, duration: await aviDuration(reader) } };
  const format = await formatOf(reader).catch(() => {
    throw new NotThatSound('The file cannot be read');
  });
  const holds = mediaType === 'video' ? hasVideo(format) : hasAudio(format) && !hasVideo(format);
  if (!holds) throw new NotThatSound(`The file holds no ${mediaType}`);
  const { duration } = format;
  const isQuickTime = container === 'mp4' && mediaType === 'video' && found?.mime === 'video/quicktime';
  return {
    container,
    facts: {
      contentType: isQuickTime ? 'video/quicktime' : contentType,
      duration: duration !== undefined && Number.isFinite(duration) && duration >= 0 ? duration : null,
    },
  };
};
