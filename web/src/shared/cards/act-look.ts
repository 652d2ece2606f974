/** How the acts below a card look, beside the boost. */
export const actLook =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-[0.906rem] font-semibold text-soft';

/** How the three dots at the end of a byline look. */
export const moreLook = '-mt-1.5 -mr-2 grid size-11 flex-none place-items-center rounded-control text-faint';

/** Buttons, links and players have clicks of their own; only the card's surface takes the double one. */
export const isSurface = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select, video, [role=menu]') === null;
