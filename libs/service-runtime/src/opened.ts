/**
 * What a process has open, such as connections, servers and timers. It is closed in the opposite order: what was opened later stands on
 * what was opened before it.
 */
export class Opened {
  readonly #closings: (() => Promise<unknown> | unknown)[] = [];

  add(close: () => Promise<unknown> | unknown): void {
    this.#closings.push(close);
  }

  /** Closes all, also what comes behind one that fails. @throws what the first of them threw */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closings.pop(); close; close = this.#closings.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Runs a start to its end; one that fails leaves nothing open. @throws what `start` threw */
  async during<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      // What closing adds to it says less than why it was closed.
      await this.close().catch(() => undefined);
      throw error;
    }
  }
}
