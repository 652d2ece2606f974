/** Where something stands on the screen. Pixels. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export interface Control {
  readonly box: Box;
  /** A row or a link across the page: it can be pressed beside what lies over a part of it. */
  readonly isWide: boolean;
}

/** How much of a wide control may lie under the button. */
const MOST_OF_WIDE = 1 / 3;
/** Pixels between the button and what it has made way for. */
const GAP = 8;
/** Farther up it would not be found where it is looked for. Pixels. */
const FARTHEST = 260;

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

/** Whether a button that stands there keeps a control from being pressed. */
export function liesOver(button: Box, { box, isWide }: Control): boolean {
  const shared = areaOf({
    left: Math.max(button.left, box.left),
    top: Math.max(button.top, box.top),
    right: Math.min(button.right, box.right),
    bottom: Math.min(button.bottom, box.bottom),
  });
  return isWide ? shared > areaOf(box) * MOST_OF_WIDE : shared > 0;
}

/** How far up a button goes to lie over no control, in pixels; null when there is no such place near. */
export function wayUp(button: Box, controls: readonly Control[]): number | null {
  let up = 0;
  while (up <= FARTHEST) {
    const there = { ...button, top: button.top - up - GAP, bottom: button.bottom - up + GAP };
    const [under] = controls.filter((control) => liesOver(there, control));
    if (!under) return up;
    up = Math.ceil(button.bottom - under.box.top + GAP);
  }
  return null;
}
