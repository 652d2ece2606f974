import type { RoomEntryView } from '@hearsay/contracts';

/** How many entries that arrived too early are kept; what lies beyond is fetched. */
const maxEarly = 1000;

/** Brings entries into the room's order: each number once, none skipped. */
export class RoomSequence {
  #last: number;
  readonly #early = new Map<number, RoomEntryView>();

  constructor(last: number) {
    this.#last = last;
  }

  /** The last number up to which nothing is missing. */
  get last(): number {
    return this.#last;
  }

  /** Whether later entries wait for a missing one. */
  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** Takes entries in any order and answers those that are next, in order. */
  take(entries: readonly RoomEntryView[]): RoomEntryView[] {
    const ready: RoomEntryView[] = [];
    for (const entry of entries) {
      if (entry.number === this.#last + 1) this.#advance(entry, ready);
      else if (entry.number > this.#last && this.#early.size < maxEarly) this.#early.set(entry.number, entry);
    }
    return ready;
  }

  /** Takes the next entry and all that waited for it. */
  #advance(next: RoomEntryView, ready: RoomEntryView[]): void {
    for (let entry: RoomEntryView | undefined = next; entry; entry = this.#early.get(this.#last + 1)) {
      this.#early.delete(entry.number);
      this.#last = entry.number;
      ready.push(entry);
    }
  }

  /** Goes on after a later number and forgets what lies before it. */
  jumpTo(last: number): void {
    this.#last = last;
    for (const number of this.#early.keys()) if (number <= last) this.#early.delete(number);
  }
}
