import { limits, type Mutes, type ServerFrame } from '@hearsay/contracts';

export const maxRoomFrameBytes = 128 * 1024;

export const encodeServerFrame = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

/** Consecutive entries as JSON. `from` is the number of the first entry. */
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

/** The number of entries that fit in a frame, at least one. */
const fitting = (entries: readonly string[]): number => {
  const some = entries.slice(0, limits.roomEntries);
  let bytes = 0;
  const end = some.findIndex((entry) => {
    bytes += Buffer.byteLength(entry);
    return bytes > maxRoomFrameBytes;
  });
  return end === -1 ? some.length : Math.max(1, end);
};

/** Splits the entries into frames of limited size. A single longer entry makes a larger frame. */
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
  encodeServerFrame({ type: 'resync', data: { message: '', questionId } });

export const errorFrame = (code: string, message: string, questionId?: string): Buffer =>
  encodeServerFrame({ type: 'error', data: { message, code, ...(questionId && { questionId }) } });

/** A socket, as far as a room needs it. */
export interface RoomViewer {
  readonly viewer?: { readonly accountId: string } | null;
  readonly mutes?: Mutes | undefined;
  /** Returns false, without sending the frame, if the viewer reads too slowly. */
  write(frame: Buffer): boolean;
  queueResync(questionId: string): void;
}
