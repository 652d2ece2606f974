const listeners = new Set<() => void>();

/** Calls the listener before an act of the user scrolls the page to its top. @returns the cleanup */
export const onScrollToTop = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Calls the listeners first. Jumps instead of gliding if the user prefers reduced motion. */
export function scrollToTop(): void {
  for (const notify of listeners) notify();
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' });
}
