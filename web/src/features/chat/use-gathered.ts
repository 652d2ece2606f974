import { useEffect, useEffectEvent, useState } from 'react';

/** Delivers items in order, at most once per `everyMs`: the first at once, later ones together. */
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

export function useGathered<T>(everyMs: number, handOn: (all: readonly T[]) => void): Gathered<T> {
  const take = useEffectEvent(handOn);
  const [gathered] = useState(() => new Gathered<T>(everyMs, (all) => take(all)));
  useEffect(() => () => gathered.flush(), [gathered]);
  return gathered;
}
