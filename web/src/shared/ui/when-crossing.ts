const observers = new Map<string, IntersectionObserver>();
const onCross = new WeakMap<Element, (isInside: boolean) => void>();

/** One observer per margin for all elements. @returns the cleanup */
export function whenCrossing(element: Element, crossed: (isInside: boolean) => void, rootMargin = '0px'): () => void {
  if (typeof IntersectionObserver === 'undefined') return () => undefined;
  const tell = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) onCross.get(target)?.(isIntersecting);
  };
  const observer = observers.get(rootMargin) ?? new IntersectionObserver(tell, { rootMargin });
  observers.set(rootMargin, observer);
  onCross.set(element, crossed);
  observer.observe(element);
  return () => observer.unobserve(element);
}
