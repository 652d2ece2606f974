export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

export interface Control {
  readonly box: Box;
  /** Such a control can be pressed beside an overlay that covers only one end. */
  readonly isWide: boolean;
}

/** Largest share of a wide control that the button may cover. */
const MOST_OF_WIDE = 1 / 3;
/** Pixels between the button and the control below. */
const GAP = 8;
/** Limits in pixels. Users would not find the button farther away. */
const FARTHEST_UP = 260;
const FARTHEST_LEFT = 96;

export interface Way {
  readonly up: number;
  readonly left: number;
}

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);

export function liesOver(button: Box, { box, isWide }: Control): boolean {
  const shared = areaOf({
    left: Math.max(button.left, box.left),
    top: Math.max(button.top, box.top),
    right: Math.min(button.right, box.right),
    bottom: Math.min(button.bottom, box.bottom),
  });
  return isWide ? shared > areaOf(box) * MOST_OF_WIDE : shared > 0;
}

/** Pixels up to the nearest free place; null when there is none near. */
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

/** Up first, else beside a column of controls, preferably over nothing. Null when no place is near. */
export function wayOut(button: Box, controls: readonly Control[]): Way | null {
  const up = wayUp(button, controls);
  if (up !== null) return { up, left: 0 };
  const narrow = controls.map(({ box }) => ({ box, isWide: false }));
  return wayBeside(button, controls, narrow) ?? wayBeside(button, controls, controls);
}

/** The button may cover none of `kept`. It goes beside the narrow ones of `controls`. */
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
