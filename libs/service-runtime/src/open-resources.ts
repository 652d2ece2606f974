/**
 * The opened resources of a process. They are closed in reverse order, because later resources may need earlier ones.
 */
export class OpenResources {
  readonly #closings: (() => Promise<unknown> | unknown)[] = [];

  add(close: () => Promise<unknown> | unknown): void {
    this.#closings.push(close);
  }

  /** Closes everything, even after a failure. @throws the first error */
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

  async during<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await start();
    } catch (error) {
      // The error of `start` matters more than errors of closing.
      await this.close().catch(() => undefined);
      throw error;
    }
  }
}
