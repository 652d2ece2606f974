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
/** Farther from its place it would not be found where it is looked for. Pixels. */
const FARTHEST_UP = 260;
const FARTHEST_LEFT = 96;

/** From where a button stands by itself to where it lies over nothing. Pixels. */
export interface Way {
  readonly up: number;
  readonly left: number;
}

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
function wayUp(button: Box, controls: readonly Control[]): number | null {
  let up = 0;
  while (up <= FARTHEST_UP) {
    const under = firstUnder(button, up, controls);
    if (!under) return up;
    up = Math.ceil(button.bottom - under.box.top + GAP);
  }
  return null;
}

const firstUnder = (button: Box, up: number, controls: readonly Control[]): Control | undefined => {
  const there = { ...button, top: button.top - up - GAP, bottom: button.bottom - up + GAP };
  return controls.find((control) => liesOver(there, control));
};

/**
 * Where a button goes to lie over no control: up, and where controls stand in one column all the way up, such as the bins of a full inbox,
 * beside that column: there rather over nothing at all than over a part of a row or a title. Null when there is no such place near.
 */
export function wayOut(button: Box, controls: readonly Control[]): Way | null {
  const up = wayUp(button, controls);
  if (up !== null) return { up, left: 0 };
  const narrow = controls.map(({ box }) => ({ box, isWide: false }));
  return wayBeside(button, controls, narrow) ?? wayBeside(button, controls, controls);
}

/** `kept` are those that it may not lie over; it goes beside the narrow ones of `controls`. */
function wayBeside(button: Box, controls: readonly Control[], kept: readonly Control[]): Way | null {
  for (let left = 0; ; ) {
    const beside = { ...button, left: button.left - left, right: button.right - left };
    const up = left > 0 ? wayUp(beside, kept) : null;
    if (up !== null) return { up, left };
    const under = firstUnder(beside, 0, controls);
    if (!under) return null;
    left = Math.ceil(button.right - under.box.left + GAP);
    if (left > FARTHEST_LEFT) return null;
  }
}
