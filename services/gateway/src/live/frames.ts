import { limits, type ServerFrame } from '@hearsay/contracts';

const textFrame = 0x81;
/** Up to how many bytes entries of a room go into one frame. */
export const frameBytes = 128 * 1024;

/**
 * A text as one unmasked, final WebSocket frame (RFC 6455 5.2). Made once, it is written to any number of sockets as it is:
 * permessage-deflate is off, so a frame is the same for everyone.
 */
export const wireFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerLength + length);
  frame[0] = textFrame;
  if (headerLength === 2) frame[1] = length;
  else if (headerLength === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, headerLength);
  return frame;
};

/** One of the frames of `realtime.ts`, ready for the wire. */
export const serverFrame = (frame: ServerFrame): Buffer => wireFrame(JSON.stringify(frame));

/** Consecutive entries of a room, each as JSON; the first one's number is `from`. */
interface RoomNews {
  readonly questionId: string;
  readonly replyCount: number;
  readonly from: number;
  readonly entries: readonly string[];
}

const roomFrame = ({ questionId, replyCount, from, entries }: RoomNews): Buffer =>
  wireFrame(
    `{"type":"room","data":{"message":"","questionId":"${questionId}","discussionCount":${replyCount},` +
      `"from":${from},"to":${from + entries.length - 1},"entries":[${entries.join(',')}]}}`,
  );

/** UTF-8 takes at most three bytes for a UTF-16 unit. */
const bytesPerUnit = 3;

/** How many entries, at least one, have room in a frame. */
const fitting = (entries: readonly string[]): number => {
  const some = entries.slice(0, limits.roomEntries);
  const most = some.reduce((sum, entry) => sum + bytesPerUnit * entry.length, 0);
  if (most <= frameBytes) return some.length;
  let bytes = 0;
  const end = some.findIndex((entry) => {
    bytes += Buffer.byteLength(entry);
    return bytes > frameBytes;
  });
  return end === -1 ? some.length : Math.max(1, end);
};

/** Room frames out of entries that are JSON already: none holds more than 500 of them, nor more bytes than it should. */
export const roomFrames = ({ entries, from, ...room }: RoomNews): Buffer[] => {
  const frames: Buffer[] = [];
  for (let next = 0; next < entries.length; ) {
    const rest = next === 0 ? entries : entries.slice(next);
    const some = rest.slice(0, fitting(rest));
    frames.push(roomFrame({ ...room, from: from + next, entries: some }));
    next += some.length;
  }
  return frames;
};

export const resyncFrame = (questionId: string): Buffer =>
  serverFrame({ type: 'resync', data: { message: '', questionId } });

export const errorFrame = (code: string, message: string, questionId?: string): Buffer =>
  serverFrame({ type: 'error', data: { message, code, ...(questionId && { questionId }) } });
