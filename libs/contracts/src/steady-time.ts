/**
 * Milliseconds since 1970 by a clock that is never adjusted: the process's start plus the time since. Deadlines use it,
 * since a jump of the machine's clock would end all deadlines, or none.
 */
export const steadyNow = (): number => performance.timeOrigin + performance.now();

/** Only the process that made it can compare it. */
export const deadlineIn = (ms: number): string => new Date(steadyNow() + ms).toISOString();
