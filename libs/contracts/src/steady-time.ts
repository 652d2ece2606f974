/**
 * Milliseconds since 1970 by a clock that is never set: the process's start by the machine's clock, and what has passed since. Deadlines are counted by it.
 * A machine's clock that jumps would end them all, or none.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** The instant after so many milliseconds, as `CallContext` has it. Only the process that made it can compare it. */
export const deadlineIn = (ms: number): string => new Date(steadyNow() + ms).toISOString();
