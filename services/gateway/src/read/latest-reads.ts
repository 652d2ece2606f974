/** How long whoever comes during a question waits for its answer before asking the next one. */
const timeoutMs = 50;
/** From so many askers of one question on, the next one gathers. */
const manyAskers = 8;
/** How many are waited for at most. */
const mostAwaited = 256;
/** How long they are waited for. */
const gatherMs = 10;

interface Flight<V> {
  readonly keys: Set<string>;
  askers: number;
  readonly answers: Promise<ReadonlyMap<string, V>>;
  start(): void;
}

/**
 * Reads that many want at the same time, in as few questions as possible and never answered with old news: whoever asks while
 * a question is under way joins the next one, so that every answer was read after its asker had come. A crowd costs a question per
 * round trip, however large it is.
 *
 * A round trip is short where CPU is what is missing, so behind a question of many askers the next one gathers as batches do (decisions 29 and 36): until as many
 * wait as there were when it was answered, which are those who come back and those who came meanwhile, or for ten milliseconds. Behind few askers it is asked at once.
 */
export class LatestReads<V> {
  #next: Flight<V> | null = null;
  #isFlying = false;
  /** So many askers start the next question; more than one while it gathers. */
  #awaited = 1;
  #gathering: NodeJS.Timeout | undefined;

  /** `load` asks for all keys at once; what is unknown is missing from its answer. */
  constructor(private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>) {}

  /** Undefined for what is unknown. @throws what `load` throws. */
  async one(key: string): Promise<V | undefined> {
    return (await this.many([key])).get(key);
  }

  /** Unknown ones are missing; there may be more than were asked for. @throws what `load` throws. */
  many(keys: readonly string[]): Promise<ReadonlyMap<string, V>> {
    const next = this.#next ?? this.#prepare();
    for (const key of keys) next.keys.add(key);
    next.askers += 1;
    if (!this.#isFlying && next.askers >= this.#awaited) next.start();
    return next.answers;
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
      this.#gatherNoMore();
      this.#next = null;
      this.#isFlying = true;
      begin();
    };
    // The keys of one turn go together.
    const answers = begun.then(() => this.load([...keys]));
    const flight: Flight<V> = { keys, askers: 0, answers, start };
    // One that takes long must not hold up all that come after it.
    if (this.#isFlying) timer = setTimeout(start, timeoutMs);
    const land = () => this.#land(flight.askers);
    answers.then(land, land);
    this.#next = flight;
    return flight;
  }

  #land(answered: number): void {
    this.#gatherNoMore();
    this.#isFlying = false;
    const waiting = this.#next?.askers ?? 0;
    if (answered < manyAskers || waiting >= mostAwaited) {
      this.#next?.start();
      return;
    }
    this.#awaited = Math.min(mostAwaited, answered + waiting);
    this.#gathering = setTimeout(() => {
      this.#gatherNoMore();
      this.#next?.start();
    }, gatherMs);
  }

  #gatherNoMore(): void {
    clearTimeout(this.#gathering);
    this.#awaited = 1;
  }
}
