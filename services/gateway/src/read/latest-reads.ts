/** How long whoever comes during a question waits for its answer before asking the next one. */
const timeoutMs = 50;

interface Flight<V> {
  readonly keys: Set<string>;
  readonly answers: Promise<ReadonlyMap<string, V>>;
  start(): void;
}

/**
 * Reads that many want at the same time, in as few questions as possible and never answered with old news: whoever asks while
 * a question is under way joins the next one, so that every answer was read after its asker had come. A crowd costs a question per
 * round trip, however large it is.
 */
export class LatestReads<V> {
  #next: Flight<V> | null = null;
  #isFlying = false;

  /** `load` asks for all keys at once; what is unknown is missing from its answer. */
  constructor(private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {}

  /** Undefined for what is unknown. @throws what `load` throws. */
  async one(key: string): Promise<V | undefined> {
    return (await this.many([key])).get(key);
  }

  /** Unknown ones are missing; there may be more than were asked for. @throws what `load` throws. */
  many(keys: readonly string[]): Promise<ReadonlyMap<string, V>> {
    this.#next ??= this.#prepare();
    const { keys: wanted, answers, start } = this.#next;
    for (const key of keys) wanted.add(key);
    if (!this.#isFlying) start();
    return answers;
  }

  #prepare(): Flight<V> {
    const keys = new Set<string>();
    let timer: NodeJS.Timeout | undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const start = () => {
      if (this.#next !== flight) return;
      clearTimeout(timer);
      this.#next = null;
      this.#isFlying = true;
      begin();
    };
    // The keys of one turn go together.
    const answers = begun.then(() => this.load([...keys]));
    const flight: Flight<V> = { keys, answers, start };
    // One that takes long must not hold up all that come after it.
    if (this.#isFlying) timer = setTimeout(start, timeoutMs);
    const land = () => this.#land();
    answers.then(land, land);
    return flight;
  }

  #land(): void {
    this.#isFlying = false;
    this.#next?.start();
  }
}
