import type { ReadableBytes } from './byte-reader.ts';

/** Offsets in bytes (RIFF `AVI `, LIST `hdrl`, chunk `avih`, Microsoft's AVIMAINHEADER). */
const avi = { list: 12, header: 20, main: 24, microsecondsPerFrame: 32, frames: 48, length: 52 };

/** In seconds. Null without a header. */
export const aviDuration = async (reader: ReadableBytes): Promise<number | null> => {
  const bytes = await reader.read(0, avi.length);
  const tag = (at: number) => bytes.toString('latin1', at, at + 4);
  if (bytes.length < avi.length || tag(avi.list) !== 'LIST' || tag(avi.header) !== 'hdrl' || tag(avi.main) !== 'avih')
    return null;
  return (bytes.readUInt32LE(avi.microsecondsPerFrame) * bytes.readUInt32LE(avi.frames)) / 1e6;
};
