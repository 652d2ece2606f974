import type { ReadableBytes } from './byte-reader.ts';

/** Number of bytes per read. A page has at most 65,307 bytes (RFC 3533, section 6). */
const stretchBytes = 1024 * 1024;
const headBytes = 27;
const maxPageBytes = 65_307;

interface OggStream {
  readonly kind: 'audio' | 'video' | 'other';
  /** Granule units per second. 0 if this code does not know the codec's unit. */
  readonly rate: number;
  readonly preSkip: number;
}

const streamOf = (packet: Buffer): OggStream => {
  const starts = (mark: string) => packet.toString('latin1', 0, mark.length) === mark;
  // RFC 7845, section 5.1: granules count samples at 48 kHz, regardless of the input.
  if (starts('OpusHead') && packet.length >= 19)
    return { kind: 'audio', rate: 48_000, preSkip: packet.readUInt16LE(10) };
  // Vorbis I specification, section 4.2.2.
  if (starts('\u0001vorbis') && packet.length >= 16)
    return { kind: 'audio', rate: packet.readUInt32LE(12), preSkip: 0 };
  // xiph.org/flac/ogg_mapping.html: STREAMINFO follows 13 bytes and a block header. Its 20-bit rate begins at byte 10.
  if (starts('\u007fFLAC') && packet.length >= 30)
    return { kind: 'audio', rate: packet.readUIntBE(27, 3) >> 4, preSkip: 0 };
  if (starts('Speex   ') && packet.length >= 40) return { kind: 'audio', rate: packet.readUInt32LE(36), preSkip: 0 };
  if (starts('\u0080theora') || starts('BBCD') || starts('OVP80')) return { kind: 'video', rate: 0, preSkip: 0 };
  return { kind: 'other', rate: 0, preSkip: 0 };
};

interface OggPage {
  readonly isFirst: boolean;
  /** -1 if no packet ends in the page. */
  readonly granule: number;
  readonly serial: number;
  readonly packet: Buffer;
}

/** Yields the pages in order, up to the first damaged bytes. */
const pages = async function* (reader: ReadableBytes): AsyncGenerator<OggPage> {
  let bytes: Buffer = Buffer.alloc(0);
  let from = 0;
  for (let at = 0; at + headBytes <= reader.size; ) {
    if (at + maxPageBytes > from + bytes.length && from + bytes.length < reader.size) {
      bytes = await reader.read(at, stretchBytes);
      from = at;
    }
    const page = bytes.subarray(at - from);
    if (page.length < headBytes || page.toString('latin1', 0, 4) !== 'OggS') return;
    const lacing = page.subarray(headBytes, headBytes + page[26]!);
    const body = headBytes + lacing.length;
    const length = lacing.reduce((sum, value) => sum + value, 0);
    yield {
      isFirst: (page[5]! & 2) !== 0,
      granule: Number(page.readBigInt64LE(6)),
      serial: page.readUInt32LE(14),
      packet: page.subarray(body, body + length),
    };
    at += body + length;
  }
};

/** Says whether the file has sound or film. Reads only the first pages, because each stream begins in one of them. */
export const readOggFile = async (reader: ReadableBytes) => {
  const kinds = new Set<OggStream['kind']>();
  for await (const { isFirst, packet } of pages(reader)) {
    if (!isFirst) break;
    const { kind, rate } = streamOf(packet);
    if (kind !== 'audio' || rate > 0) kinds.add(kind);
  }
  return { hasAudio: kinds.has('audio'), hasVideo: kinds.has('video') };
};

/** The length in seconds. Adds up all links of a chained file. Null if unknown. */
export const oggDuration = async (reader: ReadableBytes): Promise<number | null> => {
  let whole = 0;
  let link: { serial: number; stream: OggStream; last: number } | undefined;
  const ended = () => (link && link.last > 0 ? Math.max(0, link.last - link.stream.preSkip) / link.stream.rate : 0);
  for await (const { isFirst, granule, serial, packet } of pages(reader)) {
    const stream = isFirst ? streamOf(packet) : null;
    if (stream?.kind === 'audio' && stream.rate > 0) {
      whole += ended();
      link = { serial, stream, last: 0 };
    } else if (link && serial === link.serial && granule > 0) link.last = Math.max(link.last, granule);
  }
  return whole + ended() || null;
};
