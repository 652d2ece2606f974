/** The longest time between the clicks of a double-click. */
const DOUBLE_CLICK_MS = 500;
/** The farthest distance between them. */
const SAME_PLACE_PX = 16;

/** Keeps the second click of a double-click off what lay below a control that the first one took away. */
export function ignoreSecondClick(first: MouseEvent): void {
  // The keyboard clicks nowhere.
  if (first.detail === 0) return;
  const ignore = (event: MouseEvent) => {
    const isSecond =
      event.timeStamp - first.timeStamp < DOUBLE_CLICK_MS &&
      Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < SAME_PLACE_PX;
    if (!isSecond) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const kinds = ['mousedown', 'click', 'dblclick'] as const;
  for (const kind of kinds) window.addEventListener(kind, ignore, true);
  setTimeout(() => {
    for (const kind of kinds) window.removeEventListener(kind, ignore, true);
  }, DOUBLE_CLICK_MS);
}
