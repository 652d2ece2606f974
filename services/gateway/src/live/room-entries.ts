import type { RoomEntryView } from '@hearsay/contracts';
import type { EncodedEntry } from '../present/muted-entries.js';

/** Maximum number of entries that wait for a missing number. The room later fetches the entries above this limit. */
const maxEarly = 1000;

/** Puts entries in the order of their numbers. Early entries wait for the missing numbers before them. */
export class RoomSequence {
  #last: number;
  readonly #early = new Map<number, RoomEntryView>();

  constructor(last: number) {
    this.#last = last;
  }

  /** The highest number up to which no entry is missing. */
  get last(): number {
    return this.#last;
  }

  get hasGap(): boolean {
    return this.#early.size > 0;
  }

  /** Returns the entries that now follow without a gap, and ignores known numbers. */
  take(entries: readonly RoomEntryView[]): RoomEntryView[] {
    const ready: RoomEntryView[] = [];
    for (const entry of entries) {
      if (entry.number === this.#last + 1) this.#advance(entry, ready);
      else if (entry.number > this.#last && this.#early.size < maxEarly) this.#early.set(entry.number, entry);
    }
    return ready;
  }

  #advance(next: RoomEntryView, ready: RoomEntryView[]): void {
    for (let entry: RoomEntryView | undefined = next; entry; entry = this.#early.get(this.#last + 1)) {
      this.#early.delete(entry.number);
      this.#last = entry.number;
      ready.push(entry);
    }
  }

  /** Gives up missing entries up to this number. */
  jumpTo(last: number): void {
    this.#last = last;
    for (const number of this.#early.keys()) if (number <= last) this.#early.delete(number);
  }
}

/** If a reply is removed before its entry was sent, this entry becomes an entry `removed`. */
export const addUnsentEntries = (unsent: RoomEntryView[], added: readonly RoomEntryView[]): void => {
  unsent.push(...added);
  const removed = new Set(added.flatMap((entry) => (entry.entry === 'removed' ? entry.replyId : [])));
  if (removed.size === 0) return;
  for (const [index, entry] of unsent.entries())
    if (entry.entry === 'reply' && removed.has(entry.reply.id))
      unsent[index] = { number: entry.number, entry: 'removed', replyId: entry.reply.id };
};

const maxEntries = 200;
/** UTF-16 units of all entries. */
const maxLength = 128 * 1024;

/** The newest encoded entries of a room, for viewers who return. */
export class EntryRing {
  #first: number;
  readonly #entries: EncodedEntry[] = [];
  #length = 0;

  constructor(last: number) {
    this.#first = last + 1;
  }

  push(encoded: EncodedEntry): void {
    const { entry, number } = encoded;
    // Clears earlier entries, because their words may now be open or removed. Returning viewers then read them again.
    if (entry === 'revealed' || entry === 'removed') this.clear(number - 1);
    this.#entries.push(encoded);
    this.#length += encoded.json.length;
    while (this.#entries.length > maxEntries || this.#length > maxLength) {
      this.#length -= this.#entries.shift()?.json.length ?? 0;
      this.#first += 1;
    }
  }

  /** Null if the ring no longer holds all entries after that number. */
  since(after: number): readonly EncodedEntry[] | null {
    return after + 1 < this.#first ? null : this.#entries.slice(after + 1 - this.#first);
  }

  /** Drops all entries. The next one has the number after `last`. */
  clear(last: number): void {
    this.#entries.length = 0;
    this.#length = 0;
    this.#first = last + 1;
  }
}
