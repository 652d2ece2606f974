import { resyncFrame } from './frames.js';

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
