import type { Toggles } from './boosts-over-nats.ts';

/** Who acts on what: the places of a person and of a question in their lists. */
export interface Pair {
  readonly person: number;
  readonly question: number;
}

/** All people act on one question, then all on the next one. */
export const questionByQuestion = (people: number, questions: number): Pair[] =>
  Array.from({ length: people * questions }, (_, index) => ({
    person: index % people,
    question: Math.floor(index / people),
  }));

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** The first `count` pairs in an order that goes through people and questions at the same time, so that neighbours share neither; no two are the same. */
export const neighboursApart = (people: number, questions: number, count: number): Pair[] => {
  // After so many both lists begin together again, and the questions go one place further.
  const beginTogether = (people * questions) / greatestCommonDivisor(people, questions);
  return Array.from({ length: Math.min(count, people * questions) }, (_, index) => ({
    person: index % people,
    question: (index + Math.floor(index / beginTogether)) % questions,
  }));
};

/** A toggle that is on its way. */
export interface Turn extends Pair {
  readonly index: number;
  /** What the toggle asks for: on and off in turns. */
  readonly isOn: boolean;
}

/**
 * Pairs that toggle in turns. A pair whose toggle is on its way has no other one before that is done: two at once would ask for the same state,
 * and what was acknowledged would no longer say how often it has changed.
 */
export class Turns {
  readonly #pairs: readonly Pair[];
  readonly #toggles: Uint32Array;
  /** A ring of the pairs that wait for their turn. */
  readonly #waiting: Uint32Array;
  #first = 0;
  #count: number;

  constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs;
    this.#toggles = new Uint32Array(pairs.length);
    this.#waiting = Uint32Array.from(pairs.keys());
    this.#count = pairs.length;
  }

  /** @throws when all pairs are on their way. */
  take(): Turn {
    const index = this.#waiting[this.#first];
    const pair = index === undefined ? undefined : this.#pairs[index];
    if (this.#count === 0 || index === undefined || !pair)
      throw new Error(`All ${this.#pairs.length} pairs are on their way`);
    this.#first = (this.#first + 1) % this.#waiting.length;
    this.#count -= 1;
    return { ...pair, index, isOn: (this.#toggles[index] ?? 0) % 2 === 0 };
  }

  /** The toggle was acknowledged: the pair waits behind all others. */
  done(turn: Turn): void {
    this.#toggles[turn.index] = (this.#toggles[turn.index] ?? 0) + 1;
    this.#passOver(turn);
  }

  /**
   * Switches all pairs on and every other one off again, several at once. Whoever goes on from here switches on as often as off however far he comes, and
   * does nothing for the first time.
   */
  async mix(callers: number, toggle: (turn: Turn, caller: number) => Promise<void>): Promise<void> {
    const pass = async (isToggled: (index: number) => boolean) => {
      let left = this.#pairs.length;
      const work = async (caller: number) => {
        while (left > 0) {
          left -= 1;
          const turn = this.take();
          if (isToggled(turn.index)) {
            await toggle(turn, caller);
            this.done(turn);
          } else this.#passOver(turn);
        }
      };
      await Promise.all(Array.from({ length: Math.min(callers, left) }, (_, caller) => work(caller)));
    };
    await pass(() => true);
    await pass((index) => index % 2 === 0);
  }

  #passOver({ index }: Turn): void {
    this.#waiting[(this.#first + this.#count) % this.#waiting.length] = index;
    this.#count += 1;
  }

  /** What was acknowledged, by the ids of the questions. */
  tally(questionIds: readonly string[]): Toggles['byQuestion'] {
    const byQuestion: Record<string, { toggles: number; boosts: number }> = {};
    for (const [index, { question }] of this.#pairs.entries()) {
      const id = questionIds[question] ?? '';
      const toggles = this.#toggles[index] ?? 0;
      byQuestion[id] ??= { toggles: 0, boosts: 0 };
      byQuestion[id].toggles += toggles;
      byQuestion[id].boosts += toggles % 2;
    }
    return byQuestion;
  }
}
