import { Component, createRef, type ReactNode } from 'react';
import type { Elements } from '../ui/elements.ts';

const SLIDE_MS = 220;

interface SlidingProps {
  readonly as?: 'ul' | 'div';
  readonly ids: readonly string[];
  readonly className?: string;
  readonly children: Elements;
}

type Places = ReadonlyMap<Element, DOMRect>;

/** Slides rows up when an item leaves, because a jump could put another row under a pressing finger. */
export class SlidingList extends Component<SlidingProps> {
  readonly #list = createRef<HTMLUListElement & HTMLDivElement>();
  #slides: Animation[] = [];

  override getSnapshotBeforeUpdate({ ids }: SlidingProps): Places | null {
    const list = this.#list.current;
    if (!list || !hasOnlyLeft(ids, this.props.ids) || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return null;
    return new Map(around(list).map((element) => [element, element.getBoundingClientRect()]));
  }

  override componentDidUpdate(_before: SlidingProps, _state: unknown, places: Places | null): void {
    if (!places) return;
    for (const slide of this.#slides) slide.cancel();
    const root = document.documentElement;
    const seenFrom = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) || 0;
    // If the item was above the screen, the browser's scroll anchoring keeps the reader's place, so nothing may slide.
    for (const [element, { bottom }] of places) if (!element.isConnected && bottom <= seenFrom) return;
    const moves = [...places].map(([element, { top }]) => ({
      element,
      top,
      up: top - element.getBoundingClientRect().top,
    }));
    this.#slides = moves
      .filter(({ top, up }) => Math.abs(up) >= 1 && top - up < innerHeight)
      .map(({ element, up }) =>
        element.animate({ translate: [`0 ${up}px`, '0 0'] }, { duration: SLIDE_MS, easing: 'ease-out' }),
      );
  }

  override render(): ReactNode {
    const { as: List = 'ul', className, children } = this.props;
    return (
      <List ref={this.#list} className={className}>
        {children}
      </List>
    );
  }
}

/** True if items have left and no new item precedes a remaining one. */
function hasOnlyLeft(before: readonly string[], now: readonly string[]): boolean {
  const here = new Set(now);
  const stayed = before.filter((id) => here.has(id));
  return stayed.length < before.length && stayed.every((id, index) => now[index] === id);
}

function around(list: Element): Element[] {
  const found = [...list.children];
  for (let box = list; box.parentElement && !box.matches('main'); box = box.parentElement) {
    for (const beside of box.parentElement.children) if (beside !== box) found.push(beside);
  }
  return found;
}
