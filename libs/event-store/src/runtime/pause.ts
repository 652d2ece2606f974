import { setTimeout as after } from 'node:timers/promises';

/** Ends early, without an error, when `signal` aborts. A timer takes at least 1 ms, so a pause of 0 ms sets none. */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  if (ms > 0) await after(ms, undefined, signal && { signal }).catch(() => undefined);
};

/** The pause before a retry. It doubles from 50 ms up to one second. */
export const backoffMs = (attempt: number): number => Math.min(1000, 50 * 2 ** Math.min(attempt, 16));

/** Wakes one waiter. An alarm that rings before the wait ends that wait at once. */
export class Alarm {
  #isRinging = false;
  #ring: (() => void) | undefined;

  ring(): void {
    this.#isRinging = true;
    this.#ring?.();
  }

  silence(): void {
    this.#isRinging = false;
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isRinging) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, ms));
        this.#ring = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isRinging = false;
    this.#ring = undefined;
  }
}
