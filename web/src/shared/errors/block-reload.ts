const reasons: (() => boolean)[] = [];

/** Keeps the app from reloading by itself while `isNeeded` says that a reload would lose data. */
export function blockReloadWhile(isNeeded: () => boolean): void {
  reasons.push(isNeeded);
}

/** True while a sound plays, a recording or upload runs, or an act waits for its answer. */
export const isReloadBlocked = (): boolean => reasons.some((isNeeded) => isNeeded());
