/** SQLSTATE in_failed_sql_transaction: another statement has failed before. */
const behindAFailure = '25P02';

/**
 * Statements that are sent behind each other before any of them is answered. PostgreSQL runs them in the order in which they were sent,
 * so the first that fails is the reason why those behind it do. Their answers may come together, and then whose work takes fewer steps is heard of
 * first, but only the reason says anything else than that something has failed before.
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

  /** Waits for all of it, also when some has failed: nothing of it may reach the connection behind the rollback. @throws the reason */
  async landed(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
    if (this.#failures.length > 0)
      throw this.#failures.find((failure) => !isBehindAFailure(failure)) ?? this.#failures[0];
  }
}

const isBehindAFailure = (failure: unknown): boolean => (failure as { code?: unknown } | null)?.code === behindAFailure;
