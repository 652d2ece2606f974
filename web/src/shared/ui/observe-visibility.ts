type Crossed = (isInside: boolean) => void;

const observers = new Map<string, IntersectionObserver>();
const onCross = new WeakMap<Element, Crossed>();

/** Elements share one observer per margin. Without IntersectionObserver, all are visible. @returns the cleanup */
export function observeVisibility(element: Element | null, crossed: Crossed, rootMargin = '0px'): () => void {
  if (typeof IntersectionObserver === 'undefined' || !element) {
    crossed(true);
    return () => undefined;
  }
  const tell = (entries: IntersectionObserverEntry[]) => {
    for (const { target, isIntersecting } of entries) onCross.get(target)?.(isIntersecting);
  };
  const observer = observers.get(rootMargin) ?? new IntersectionObserver(tell, { rootMargin });
  observers.set(rootMargin, observer);
  onCross.set(element, crossed);
  observer.observe(element);
  return () => observer.unobserve(element);
}
