import type { ReadableBytes } from './byte-reader.ts';

/*
 * A recorder of fragmented MP4 (ISO/IEC 14496-12, section 8.8) writes the header before it knows the length. Chromium
 * writes a wrong length, and Firefox and Safari stop a streamed sound at this length. The whole length belongs in
 * `mehd`. The other durations cover only samples in `moov`. Apple's players add them to the length of the fragments.
 */

const headBytes = 8;
const maxBytes = 1024 * 1024;
const longestUint32 = 0xffff_fffe;

const typeOf = (box: Buffer): string => box.toString('latin1', 4, headBytes);

const makeBox = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(headBytes + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** The boxes inside a box. The last element may be trailing bytes that are no box. @throws Error if a size is wrong */
const childrenOf = (box: Buffer, from = headBytes): Buffer[] => {
  const children: Buffer[] = [];
  for (let at = from; at < box.length; ) {
    const size = box.length - at < headBytes ? box.length - at : box.readUInt32BE(at);
    if (at + size > box.length || (size < headBytes && at + size < box.length))
      throw new Error('A box is larger than what it lies in');
    children.push(box.subarray(at, at + size));
    at += size;
  }
  return children;
};

const descendants = (box: Buffer, [type, ...path]: readonly string[]): Buffer[] => {
  const found = childrenOf(box).filter((child) => typeOf(child) === type);
  return path.length === 0 ? found : found.flatMap((child) => descendants(child, path));
};

/** For each header with a duration: the number of bytes between its two times and its duration. */
const bytesBeforeDuration: Readonly<Record<string, number>> = { mvhd: 4, mdhd: 4, tkhd: 8 };
const timesAt = 12;

/** A copy of a header with duration 0. With `makesRoom`, 64-bit times become 32-bit times if their values fit. */
const emptied = (header: Buffer, before: number, makesRoom: boolean): Buffer => {
  const isLong = header[headBytes] === 1;
  const durationAt = timesAt + (isLong ? 16 : 8) + before;
  if (!(isLong && makesRoom && header.readUInt32BE(12) === 0 && header.readUInt32BE(20) === 0)) {
    return Buffer.from(header).fill(0, durationAt, durationAt + (isLong ? 8 : 4));
  }
  const start = [Buffer.from([0]), header.subarray(headBytes + 1, timesAt)];
  const times = [header.subarray(16, 20), header.subarray(24, 28)];
  const rest = [header.subarray(28, durationAt), Buffer.alloc(4), header.subarray(durationAt + 8)];
  return makeBox(typeOf(header), ...start, ...times, ...rest);
};

/** The offset at which the boxes inside a box begin. In MP4, but not in QuickTime, `meta` has a version before them. */
const bodyOf = (box: Buffer): number =>
  typeOf(box) === 'meta' && box.toString('latin1', 16, 20) === 'hdlr' ? 12 : headBytes;
const containers = new Set(['moov', 'trak', 'mdia', 'mvex', 'udta', 'meta', 'ilst']);
/** Boxes that may be dropped: padding, and the name of the writing program. */
const dispensable = new Set(['free', 'skip', '\u00a9too']);

/** A copy of `moov`, or of a box inside it, with `length` in `mehd` and 0 in all other durations. */
const rewritten = (box: Buffer, length: number, makesRoom: boolean): Buffer => {
  const type = typeOf(box);
  const before = bytesBeforeDuration[type];
  if (before !== undefined) return emptied(box, before, makesRoom);
  if (type === 'mehd') {
    const changed = Buffer.from(box).fill(0, 12);
    changed.writeUInt32BE(length, changed.length - 4);
    return changed;
  }
  if (!containers.has(type)) return box;
  const body = bodyOf(box);
  const kept = childrenOf(box, body).filter((child) => !(makesRoom && dispensable.has(typeOf(child))));
  const children = kept.map((child) => rewritten(child, length, makesRoom));
  if (type === 'mvex' && makesRoom) children.unshift(rewritten(makeBox('mehd', Buffer.alloc(8)), length, false));
  return makeBox(type, box.subarray(headBytes, body), ...children);
};

const padded = (box: Buffer, size: number): Buffer | null => {
  const rest = size - box.length;
  if (rest === 0) return box;
  return rest < headBytes
    ? null
    : makeBox(typeOf(box), box.subarray(headBytes), makeBox('free', Buffer.alloc(rest - headBytes)));
};

const movieWithLength = (moov: Buffer, seconds: number): Buffer | null => {
  const isFragmented = descendants(moov, ['mvex']).length > 0;
  const sampleCounts = descendants(moov, ['trak', 'mdia', 'minf', 'stbl', 'stts']).map((stts) => stts.readUInt32BE(12));
  const [header] = descendants(moov, ['mvhd']);
  if (!isFragmented || !header || sampleCounts.some((count) => count > 0)) return null;
  const length = Math.round(seconds * header.readUInt32BE(header[headBytes] === 1 ? 28 : 20));
  if (length === 0 || length > longestUint32) return null;
  const hasPlace = descendants(moov, ['mvex', 'mehd']).length > 0;
  return padded(rewritten(moov, length, !hasPlace), moov.length);
};

const startOf = async (reader: ReadableBytes): Promise<{ bytes: Buffer; moovAt: number } | null> => {
  for (let at = 0; at < maxBytes; ) {
    const head = await reader.read(at, headBytes);
    if (head.length < headBytes) return null;
    const size = head.readUInt32BE(0);
    if (size < headBytes || at + size > maxBytes) return null;
    if (typeOf(head) === 'moov') return { bytes: await reader.read(0, at + size), moovAt: at };
    at += size;
  }
  return null;
};

/**
 * The first bytes of the file, up to the end of `moov`, with the length written in. Their number stays the same, so
 * that offsets stay valid. Null if the length is right already, the file is of another kind, or `moov` has no room.
 */
export const headerWithDuration = async (reader: ReadableBytes, seconds: number): Promise<Buffer | null> => {
  try {
    const start = await startOf(reader);
    const moov = start && movieWithLength(start.bytes.subarray(start.moovAt), seconds);
    if (!start || !moov || start.bytes.subarray(start.moovAt).equals(moov)) return null;
    return Buffer.concat([start.bytes.subarray(0, start.moovAt), moov]);
  } catch {
    return null;
  }
};
