const reasons: (() => boolean)[] = [];

/** Registers a reason why a reload would lose something. The app then does not reload by itself. */
export function keepPageWhile(isNeeded: () => boolean): void {
  reasons.push(isNeeded);
}

/** True while something plays, is recorded or uploaded, or waits to be sent. */
export const isPageKept = (): boolean => reasons.some((isNeeded) => isNeeded());
