import { setTimeout as wait } from 'node:timers/promises';

/** A batch waits at most this long for the previous batch. */
const timeoutMs = 50;
/**
 * After a batch of this size, the next batch waits for more keys. Under load, this saves a third of the CPU of a feed
 * page.
 */
const manyReaders = 8;
const gatherMs = 10;

/** Keys that are requested during a batch form the next batch. So every read begins after its request. */
export class LatestReads<V> {
  #next: { readonly keys: Set<string>; readers: number; readonly answers: Promise<ReadonlyMap<string, V>> } | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** `load` reads all keys in one call. Unknown keys are missing from its answer. */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly pause: (ms: number) => Promise<unknown> = (ms) => wait(ms, undefined, { ref: false }),
  ) {}

  /** Undefined for an unknown key. @throws what `load` throws */
  async getOne(key: string): Promise<V | undefined> {
    return (await this.getMany([key])).get(key);
  }

  /** Unknown keys are missing. The map may also have keys of other readers. @throws what `load` throws */
  getMany(keys: readonly string[]): Promise<ReadonlyMap<string, V>> {
    this.#next ??= this.#prepare();
    for (const key of keys) this.#next.keys.add(key);
    this.#next.readers += 1;
    return this.#next.answers;
  }

  #prepare() {
    const keys = new Set<string>();
    // A slow batch must not hold up all later ones.
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
