const reasons: (() => boolean)[] = [];

/** What a page loaded anew would cut or lose says so here: while it is so, the app does not load it anew by itself. */
export function keepPageWhile(isNeeded: () => boolean): void {
  reasons.push(isNeeded);
}

/** Whether this very page is needed: something plays, is recorded or uploaded, or waits to be sent. */
export const isPageKept = (): boolean => reasons.some((isNeeded) => isNeeded());
