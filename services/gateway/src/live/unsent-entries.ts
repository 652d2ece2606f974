import type { RoomEntryView } from '@hearsay/contracts';

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
