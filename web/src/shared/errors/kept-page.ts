const reasons: (() => boolean)[] = [];

/** Keeps the app from reloading by itself while `isNeeded` says that a reload would lose data. */
export function keepPageWhile(isNeeded: () => boolean): void {
  reasons.push(isNeeded);
}

/** True while a part plays, records, uploads or has words to send. */
export const isPageKept = (): boolean => reasons.some((isNeeded) => isNeeded());
