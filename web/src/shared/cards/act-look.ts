export const actLook =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-[0.906rem] font-semibold text-soft';

export const moreLook = '-mt-1.5 -mr-2 grid size-11 flex-none place-items-center rounded-control text-faint';

/** True outside controls. Only the card's surface takes a double-click, because controls handle their own clicks. */
export const isSurface = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, select, video, [role=menu]') === null;
