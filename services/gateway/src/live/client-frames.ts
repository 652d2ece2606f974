import { ClientFrame } from '@hearsay/contracts';
import type { RawData } from 'ws';

/** The most UTF-16 units in a frame of a client. */
const maxFrameLength = 4096;
/** How many frames a client may send within the window. */
const framesPerWindow = 300;
/** The window in which a client's frames are counted. */
const frameWindowMs = 10_000;

/** One of the client's frames; null for whatever is none. */
export const readClientFrame = (data: RawData, isBinary: boolean): ClientFrame | null => {
  if (isBinary) return null;
  try {
    const text = data.toString();
    if (text.length > maxFrameLength) return null;
    const parsed = ClientFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
};

/** How many frames a client may send: 300 in 10 s. */
export class FrameBudget {
  #windowStartsAt = Number.NEGATIVE_INFINITY;
  #framesInWindow = 0;

  /** False: one too many. */
  take(): boolean {
    const now = performance.now();
    if (now - this.#windowStartsAt > frameWindowMs) {
      this.#windowStartsAt = now;
      this.#framesInWindow = 0;
    }
    this.#framesInWindow += 1;
    return this.#framesInWindow <= framesPerWindow;
  }
}
