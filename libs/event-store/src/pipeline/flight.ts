/**
 * Statements that are sent behind each other before any of them is answered. PostgreSQL runs them in the order in which they were sent,
 * so the first that fails is the reason why those behind it do.
 */
export class Flight {
  readonly #sent: Promise<void>[] = [];
  readonly #failures: unknown[] = [];

  /** Work that has sent its statements, or its first one. */
  add(work: Promise<unknown>): void {
    this.#sent.push(
      work.then(
        () => undefined,
        (error: unknown) => void this.#failures.push(error),
      ),
    );
  }

  /** Waits for all of it, also when some has failed: nothing of it may reach the connection behind the rollback. @throws the first failure */
  async landed(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}
