import { useEffect, useEffectEvent, useState } from 'react';

/** Hands on what comes, in its order, at most once in so many milliseconds: the first at once, what follows it within that time together. */
export class Gathered<T> {
  readonly #everyMs: number;
  readonly #handOn: (all: readonly T[]) => void;
  #waiting: T[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(everyMs: number, handOn: (all: readonly T[]) => void) {
    this.#everyMs = everyMs;
    this.#handOn = handOn;
  }

  add(one: T): void {
    this.#waiting.push(one);
    if (this.#pause === undefined) this.flush();
  }

  /** Hands on at once all that waits. */
  flush(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
    if (this.#waiting.length === 0) return;
    const all = this.#waiting;
    this.#waiting = [];
    this.#pause = setTimeout(() => this.flush(), this.#everyMs);
    this.#handOn(all);
  }
}

/** `Gathered` for as long as its place stands in the page; what waits when that goes is handed on then. */
export function useGathered<T>(everyMs: number, handOn: (all: readonly T[]) => void): Gathered<T> {
  const take = useEffectEvent(handOn);
  const [gathered] = useState(() => new Gathered<T>(everyMs, (all) => take(all)));
  useEffect(() => () => gathered.flush(), [gathered]);
  return gathered;
}
