export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted || ms <= 0) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
  });

/** Doubles from 50 ms up to a second. */
export const backoffMs = (attempt: number): number => Math.min(1000, 50 * 2 ** Math.min(attempt, 16));

/** Remembers a wake-up that comes before the wait. */
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
