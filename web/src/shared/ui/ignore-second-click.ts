/** The longest time between the clicks of a double-click. */
const DOUBLE_CLICK_MS = 500;
/** The farthest distance between them. */
const SAME_PLACE_PX = 16;

/** Keeps the second click of a double-click off what lay below a control that the first one took away. */
export function ignoreSecondClick(first: MouseEvent): void {
  // The keyboard clicks nowhere.
  if (first.detail === 0) return;
  const kinds = ['mousedown', 'click', 'dblclick'] as const;
  const stop = () => {
    for (const kind of kinds) window.removeEventListener(kind, ignore, true);
  };
  const ignore = (event: MouseEvent) => {
    const isSecond =
      event.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
      Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE_PX;
    // A click elsewhere says that the next one is meant.
    if (!isSecond) return stop();
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const kind of kinds) window.addEventListener(kind, ignore, true);
  setTimeout(stop, DOUBLE_CLICK_MS);
}
