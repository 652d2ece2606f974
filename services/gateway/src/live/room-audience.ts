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

/** A socket as a room sees it. */
export interface RoomViewer {
  /** Null for a visitor. */
  readonly viewer?: { readonly accountId: string } | null;
  /** Writes a frame; false when the viewer reads too slowly and has missed it. */
  write(frame: Buffer): boolean;
  /** The viewer gets a `resync` once it reads again. */
  queueResync(questionId: string): void;
}

/** The viewers of one room: each has every frame, or is told to read the question again. */
export class RoomAudience {
  readonly #questionId: string;
  readonly #viewers = new Set<RoomViewer>();

  constructor(questionId: string) {
    this.#questionId = questionId;
  }

  get size(): number {
    return this.#viewers.size;
  }

  get viewers(): Iterable<RoomViewer> {
    return this.#viewers;
  }

  /** From now on it hears what all hear; `frames` are what it has missed. */
  letIn(viewer: RoomViewer, frames: readonly Buffer[]): void {
    const isHeard = frames.every((frame) => viewer.write(frame));
    if (isHeard) this.#viewers.add(viewer);
    else viewer.queueResync(this.#questionId);
  }

  leave(viewer: RoomViewer): void {
    this.#viewers.delete(viewer);
  }

  write(frame: Buffer): void {
    for (const viewer of this.#viewers) {
      if (viewer.write(frame)) continue;
      this.#viewers.delete(viewer);
      viewer.queueResync(this.#questionId);
    }
  }

  /** Too much was missed to send it: everyone reads the question again, and joins anew. */
  sendAway(): void {
    this.write(resyncFrame(this.#questionId));
    this.#viewers.clear();
  }

  clear(): void {
    this.#viewers.clear();
  }
}
