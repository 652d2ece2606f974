import type { ReadableBytes } from './byte-reader.ts';

/*
 * A recorder that writes an MP4 file in fragments (ISO/IEC 14496-12, section 8.8) cannot tell its length at the start. Chromium leaves a wrong one
 * there. Firefox and Safari's engine believe it and end a sound that is sent beyond. The place of the whole length is `mehd`. The other durations
 * count samples of `moov` alone; Apple's players add them to what the fragments hold.
 */

const headBytes = 8;
/** Nothing is looked for behind so many bytes. */
const mostBytes = 1024 * 1024;
const longestUint32 = 0xffff_fffe;

const typeOf = (box: Buffer): string => box.toString('latin1', 4, headBytes);

const makeBox = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(headBytes);
  head.writeUInt32BE(headBytes + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** The boxes inside a box, and bytes at its end that are none. @throws Error when a size is wrong */
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

/** The headers with a duration, and how many bytes lie between their two times and it. */
const bytesBeforeDuration: Readonly<Record<string, number>> = { mvhd: 4, mdhd: 4, tkhd: 8 };
const timesAt = 12;

/** A header that counts nothing. Where room is wanted, times of 64 bits become times of 32. */
const emptied = (header: Buffer, before: number, makesRoom: boolean): Buffer => {
  const isLong = header[headBytes] === 1;
  const durationAt = timesAt + (isLong ? 16 : 8) + before;
  if (!(isLong && makesRoom && header.readUInt32BE(12) === 0 && header.readUInt32BE(20) === 0)) {
    return Buffer.from(header).fill(0, durationAt, durationAt + (isLong ? 8 : 4));
  }
  const times = [header.subarray(16, 20), header.subarray(24, 28)];
  const flags = header.subarray(headBytes + 1, timesAt);
  return makeBox(
    typeOf(header),
    Buffer.from([0]),
    flags,
    ...times,
    header.subarray(28, durationAt),
    Buffer.alloc(4),
    header.subarray(durationAt + 8),
  );
};

/** `meta` has a version before its boxes, but not in QuickTime. */
const bodyOf = (box: Buffer): number =>
  typeOf(box) === 'meta' && box.toString('latin1', 16, 20) === 'hdlr' ? 12 : headBytes;
const containers = new Set(['moov', 'trak', 'mdia', 'mvex', 'udta', 'meta', 'ilst']);
/** Empty space, and the name of the program that wrote the file. */
const dispensable = new Set(['free', 'skip', '\u00a9too']);

/** The boxes of `moov` with `length` in `mehd` and no other duration. */
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

/** The same box in `size` bytes; null when it has no room. */
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

/** The first bytes up to the end of `moov`; null when it is not near. */
const startOf = async (reader: ReadableBytes): Promise<{ bytes: Buffer; moovAt: number } | null> => {
  for (let at = 0; at < mostBytes; ) {
    const head = await reader.read(at, headBytes);
    if (head.length < headBytes) return null;
    const size = head.readUInt32BE(0);
    if (size < headBytes || at + size > mostBytes) return null;
    if (typeOf(head) === 'moov') return { bytes: await reader.read(0, at + size), moovAt: at };
    at += size;
  }
  return null;
};

/**
 * The start of an MP4 file in fragments with the length that was counted, in as many bytes as before, so that nothing behind it moves. Null: it is
 * right as it is, it is another file, or there is no room.
 */
export const startWithLength = async (reader: ReadableBytes, seconds: number): Promise<Buffer | null> => {
  try {
    const start = await startOf(reader);
    const moov = start && movieWithLength(start.bytes.subarray(start.moovAt), seconds);
    if (!start || !moov || start.bytes.subarray(start.moovAt).equals(moov)) return null;
    return Buffer.concat([start.bytes.subarray(0, start.moovAt), moov]);
  } catch {
    return null;
  }
};
