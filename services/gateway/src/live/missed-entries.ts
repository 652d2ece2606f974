import type { RoomEntryView, SeenEntry } from '@hearsay/contracts';
import type { EntryRing } from './entry-ring.js';

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
