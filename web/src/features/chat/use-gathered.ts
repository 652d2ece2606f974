import { useEffect, useEffectEvent, useState } from 'react';

/** What of all that waits is handed on now, and what stays for the next time. */
type Portion<T> = (waiting: readonly T[]) => { readonly now: readonly T[]; readonly later: readonly T[] };

const everything = <T>(waiting: readonly T[]) => ({ now: waiting, later: [] });

/**
 * Hands on what comes, in its order, at most once in so many milliseconds: the first at once, what follows it within that time together, or as much
 * of it as a portion is.
 */
export class Gathered<T> {
  readonly #everyMs: () => number;
  readonly #handOn: (all: readonly T[]) => void;
  readonly #portion: Portion<T>;
  #waiting: T[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: () => number, handOn: (all: readonly T[]) => void, portion: Portion<T> = everything) {
    this.#everyMs = everyMs;
    this.#handOn = handOn;
    this.#portion = portion;
  }

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#pause === undefined) this.#take(this.#portion);
  }

  /** Hands on at once all that waits. */
  flush(): void {
    clearTimeout(this.#pause);
    this.#take(everything);
  }

  #take(portion: Portion<T>): void {
    this.#pause = undefined;
    if (this.#waiting.length === 0) return;
    const { now, later } = portion(this.#waiting);
    this.#waiting = [...later];
    this.#pause = setTimeout(() => this.#take(this.#portion), this.#everyMs());
    this.#handOn(now);
  }
}

/** `Gathered` for as long as its place stands in the page; what waits when that goes is handed on then. */
export function useGathered<T>(
  everyMs: number | (() => number),
  handOn: (all: readonly T[]) => void,
  portion?: Portion<T>,
): Gathered<T> {
  const take = useEffectEvent(handOn);
  const [gathered] = useState(
    () => new Gathered<T>(typeof everyMs === 'number' ? () => everyMs : everyMs, (all) => take(all), portion),
  );
  useEffect(() => () => gathered.flush(), [gathered]);
  return gathered;
}
