import { soundTexts } from '../texts/content.ts';

const RISE_MS = 1200;

/** @returns the first element that matches a selector and whose middle is on the screen */
export function firstVisibleElement(selectors: readonly string[]): Element | null {
  const found = selectors.flatMap((selector) => document.querySelector(selector) ?? []);
  return found.find((element) => isInSight(element.getBoundingClientRect())) ?? null;
}

const isInSight = ({ top, height }: DOMRect): boolean => {
  const middle = top + height / 2;
  return middle > 0 && middle < window.innerHeight;
};

/**
 * Shows `+N XP`, which rises from an element to the own avatar. It starts above the element, or with `isLow` over it.
 */
export function animateRisingXp(from: Element, xp: number, isLow = false): void {
  const mark = document.createElement('span');
  mark.setAttribute('aria-hidden', 'true');
  mark.popover = 'manual';
  mark.className =
    'rising-xp pointer-events-none fixed z-60 rounded-pill bg-amber-tint px-2.5 py-[3px] font-display text-[0.95rem] leading-[1.3] font-bold whitespace-nowrap text-amber opacity-0';
  mark.textContent = soundTexts.earned(xp);
  if (typeof mark.animate !== 'function') return;
  document.body.append(mark);
  // The top layer lies above sheets and toasts.
  mark.showPopover?.();
  const start = from.getBoundingClientRect();
  mark.style.left = `${start.left + start.width / 2}px`;
  mark.style.top = `${start.top}px`;
  const remove = () => mark.remove();
  mark.animate(framesOf(start, isLow ? 2 : -34), { duration: RISE_MS }).finished.then(remove, remove);
}

function framesOf(start: DOMRect, lift: number): Keyframe[] {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches)
    return [{ opacity: 1 }, { opacity: 1, offset: 0.7 }, { opacity: 0 }];
  const face = document.querySelector('[data-own-face]')?.getBoundingClientRect();
  const x = face ? face.left + face.width / 2 - start.left - start.width / 2 : 0;
  const y = face ? face.top + face.height / 2 - start.top : -72;
  return [
    { opacity: 0, transform: 'translate(-50%, 0) scale(0.7)', easing: 'ease-out' },
    { opacity: 1, transform: `translate(-50%, ${lift}px) scale(1.1)`, offset: 0.12, easing: 'ease-out' },
    { opacity: 1, transform: `translate(-50%, ${lift - 6}px) scale(1)`, offset: 0.55, easing: 'ease-in-out' },
    { opacity: 1, offset: 0.88 },
    { opacity: 0, transform: `translate(calc(${x}px - 50%), ${y}px) scale(0.5)` },
  ];
}
