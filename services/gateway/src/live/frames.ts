import { limits, type ServerFrame } from '@hearsay/contracts';

/** Up to how many bytes entries of a room go into one frame. */
export const frameBytes = 128 * 1024;

/** One of the frames of `realtime.ts`, encoded once for all sockets that it goes to. */
export const serverFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Consecutive entries of a room, each as JSON; the first one's number is `from`. */
interface RoomNews {
  readonly questionId: string;
  readonly replyCount: number;
  readonly from: number;
  readonly entries: readonly string[];
}

const roomFrame = ({ questionId, replyCount, from, entries }: RoomNews): Buffer =>
  Buffer.from(
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
