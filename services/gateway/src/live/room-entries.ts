import { type RoomEntryView, SeenEntry } from '@hearsay/contracts';

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

/** How many entries may wait to be sent, while cards cannot be read. */
const maxUnsent = 2000;

/** Entries of a room that are in order and were not sent yet. */
export class UnsentEntries {
  readonly #entries: RoomEntryView[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** More than memory is given to. */
  get areTooMany(): boolean {
    return this.#entries.length > maxUnsent;
  }

  add(entries: readonly RoomEntryView[]): void {
    this.#entries.push(...entries);
    for (const entry of entries) if (entry.entry === 'removed') this.#withdraw(entry.replyId);
  }

  first(most: number): RoomEntryView[] {
    return this.#entries.slice(0, most);
  }

  /** Takes out what was sent meanwhile; false when these are not the first any more. */
  take(sent: readonly RoomEntryView[]): boolean {
    if (this.#entries[0]?.number !== sent[0]?.number) return false;
    this.#entries.splice(0, sent.length);
    return true;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** What was removed before it was sent is not sent any more. */
  #withdraw(replyId: string): void {
    for (const [index, entry] of this.#entries.entries()) {
      if (entry.entry === 'reply' && entry.reply.id === replyId)
        this.#entries[index] = { number: entry.number, entry: 'removed', replyId };
    }
  }
}

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

/** Reads begin at a multiple of this, so that viewers who come back from different numbers share them. */
const blockLength = 100;

/** Where entries of any age come from, in the visitor's form. */
export interface EntrySources {
  entries(
    questionId: string,
    after: number,
  ): Promise<{ entries: RoomEntryView[]; lastNumber: number; replyCount: number }>;
  /** With their counters. */
  present(questionId: string, entries: readonly RoomEntryView[]): Promise<SeenEntry[]>;
}

interface Written {
  readonly number: number;
  readonly json: string;
}

/** What viewers who come back to a room have missed: from the ring, else from content. Who comes meanwhile shares the read. */
export class MissedEntries {
  readonly #reads = new Map<number, Promise<readonly Written[]>>();

  constructor(
    private readonly questionId: string,
    private readonly sources: EntrySources,
    private readonly ring: EntryRing,
  ) {}

  /** All after a number out of memory; null when it does not reach back so far. */
  kept(after: number): readonly string[] | null {
    return this.ring.since(after);
  }

  /** Some of what came after a number, in order, as content has it. @throws Refusal when it cannot be asked. */
  async read(after: number): Promise<readonly Written[]> {
    const start = after - (after % blockLength);
    let reading = this.#reads.get(start);
    if (!reading) {
      reading = this.#write(start).finally(() => this.#reads.delete(start));
      this.#reads.set(start, reading);
    }
    return (await reading).filter(({ number }) => number > after);
  }

  async #write(after: number): Promise<readonly Written[]> {
    const { entries } = await this.sources.entries(this.questionId, after);
    const presented = await this.sources.present(this.questionId, entries);
    return presented.map((entry) => ({ number: entry.number, json: JSON.stringify(entry) }));
  }
}
