import { type RefObject, useEffect } from 'react';

/** One observer for the page: what leaves the screen is marked `data-still`, and its animations pause. */
let observer: IntersectionObserver | undefined;

function observe(element: HTMLElement): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined;
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) target.toggleAttribute('data-still', !isIntersecting);
  });
  observer.observe(element);
  return () => observer?.unobserve(element);
}

/** Keeps an element's animations still while it is off screen. */
export function useStillOffScreen(element: RefObject<HTMLElement | null>, isMoving: boolean): void {
  useEffect(() => (isMoving && element.current ? observe(element.current) : undefined), [element, isMoving]);
}
