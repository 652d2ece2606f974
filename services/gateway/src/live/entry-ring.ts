import { SeenEntry } from '@hearsay/contracts';

/** How many entries a returning client may get without a question to content. */
const maxEntries = 200;
/** How many UTF-16 units these entries may have together. */
const maxLength = 128 * 1024;

/** The last entries of a room as JSON, made once and sent to whoever returns. */
export class EntryRing {
  #first: number;
  readonly #entries: string[] = [];
  #length = 0;

  /** `last`: the number before the first entry that will come. */
  constructor(last: number) {
    this.#first = last + 1;
  }

  push(entry: SeenEntry, json: string): void {
    // What was sent before a reveal was sent locked: whoever returns to before it reads it afresh.
    if (entry.entry === 'revealed') this.clear(entry.number - 1);
    if (entry.entry === 'removed') this.#remove(entry.discussionId);
    this.#entries.push(json);
    this.#length += json.length;
    while (this.#entries.length > maxEntries || this.#length > maxLength) {
      this.#length -= this.#entries.shift()?.length ?? 0;
      this.#first += 1;
    }
  }

  /** Whoever returns reads that a removed message is gone, not its words. */
  #remove(discussionId: string): void {
    for (const [index, json] of this.#entries.entries()) {
      if (!json.includes(discussionId)) continue;
      const entry = SeenEntry.parse(JSON.parse(json));
      if (entry.entry !== 'message' || entry.discussion.id !== discussionId) continue;
      const tombstone: SeenEntry = { number: entry.number, entry: 'removed', discussionId };
      const rewritten = JSON.stringify(tombstone);
      this.#length += rewritten.length - json.length;
      this.#entries[index] = rewritten;
    }
  }

  /** All entries after a number; null when the ring does not reach back so far. */
  since(after: number): readonly string[] | null {
    return after + 1 < this.#first ? null : this.#entries.slice(after + 1 - this.#first);
  }

  clear(last: number): void {
    this.#entries.length = 0;
    this.#length = 0;
    this.#first = last + 1;
  }
}
