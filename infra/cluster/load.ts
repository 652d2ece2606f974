import { setTimeout as pause } from 'node:timers/promises';
import { type Client, registerNewcomer } from '../journeys/client.ts';
import { AcknowledgedActs, boostKeyOf, type Target } from '../journeys/exact/acts.ts';
import { pick, seededRandom } from '../journeys/seeded-random.ts';

/** A random number from 0 to 1 chooses the act. Each act has a part of this range. The other numbers choose reads. */
type Part = readonly [from: number, to: number];
const parts = {
  say: [0, 0.4],
  boost: [0.4, 0.85],
  report: [0.85, 0.9],
  bookmark: [0.9, 0.94],
  lower: [0.94, 0.95],
} as const satisfies Record<string, Part>;
const questionCount = 3;
const reads = ['/api/feed', '/api/notifications', '/api/auth/user'];

type Chance = () => number;

interface LoadOptions {
  readonly everyMs: number;
  /** Leaves out acts that release 0.9.0 does not know. */
  readonly isForRelease090?: boolean;
}

/**
 * People who act at the same time. Each begins an act every `everyMs`, or later while the last act is unacknowledged.
 * Like the web app, a person repeats an act under its key until the system acknowledges it.
 */
export class Load {
  readonly acts: AcknowledgedActs;
  readonly reportIds: string[] = [];
  readonly isForRelease090: boolean;
  readonly #seed: string;
  readonly #everyMs: number;
  readonly #reported = new Set<string>();
  readonly #acknowledgedAt: number[] = [];
  readonly #stopping = new AbortController();
  #running: Promise<PromiseSettledResult<void>[]> | undefined;

  constructor(people: readonly Client[], seed: string, { everyMs, isForRelease090 = false }: LoadOptions) {
    this.acts = new AcknowledgedActs(people);
    this.#seed = seed;
    this.#everyMs = everyMs;
    this.isForRelease090 = isForRelease090;
  }

  start(): void {
    this.#running = Promise.allSettled(
      this.acts.people.map((person, index) =>
        this.#actRepeatedly(person, seededRandom(`${this.#seed}, person ${index}`)),
      ),
    );
  }

  /** @throws the first refusal of an act */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const failed = (await this.#running)?.find((life) => life.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** Number of acts that have succeeded, including reads. */
  get acknowledged(): number {
    return this.#acknowledgedAt.length;
  }

  /** Acknowledged acts a second between two moments of `performance.now()`. */
  actsPerSecond(from: number, until: number): number {
    const acts = this.#acknowledgedAt.filter((at) => at >= from && at < until).length;
    return (acts * 1000) / (until - from);
  }

  async #actRepeatedly(person: Client, chance: Chance): Promise<void> {
    const { signal } = this.#stopping;
    await pause(chance() * this.#everyMs);
    while (!signal.aborted) {
      const from = performance.now();
      await this.#act(person, chance);
      this.#acknowledgedAt.push(performance.now());
      const leftMs = this.#everyMs - (performance.now() - from);
      await pause(Math.max(leftMs, 0), undefined, { signal }).catch(() => undefined);
    }
  }

  async #act(person: Client, chance: Chance): Promise<void> {
    const { acts } = this;
    const kind = chance();
    const is = ([from, to]: Part) => kind >= from && kind < to;
    if (is(parts.say)) return acts.say(person, pick(acts.questions, chance), `Act ${this.acknowledged}`);
    if (is(parts.boost)) return acts.boost(person, this.#pickTarget(chance), chance() < 0.7);
    if (is(parts.report)) return this.#report(person, chance);
    if (is(parts.bookmark) && !this.isForRelease090) return acts.bookmark(person, this.#pickTarget(chance));
    if (is(parts.lower) && !this.isForRelease090) return acts.lowerThreshold(pick(acts.questions, chance));
    await person.get(pick(reads, chance));
  }

  /** Reports a post of another person that this person has not reported yet. */
  async #report(person: Client, chance: Chance): Promise<void> {
    const wasReported = (target: Target) => this.#reported.has(boostKeyOf(target, person));
    const target = pick(
      this.acts.targets.filter((each) => each.author !== person && !wasReported(each)),
      chance,
    );
    this.#reported.add(boostKeyOf(target, person));
    this.reportIds.push((await person.report(target.kind, target.id, `Act ${this.acknowledged}`)).id);
  }

  /** Half of all boosts go to the few shared questions, so that many people change the same counters. */
  #pickTarget(chance: Chance): Target {
    const { questions, targets } = this.acts;
    return pick(chance() < 0.5 ? targets.slice(0, questions.length) : targets, chance);
  }
}

/** Registers new people for this load, and some of them ask its first questions. */
export const prepareLoad = async (
  url: string,
  name: string,
  { peopleCount, ...options }: LoadOptions & { readonly peopleCount: number },
): Promise<Load> => {
  const people = await Promise.all(
    Array.from({ length: peopleCount }, (_, index) => registerNewcomer(url, `p${index}`)),
  );
  const load = new Load(people, name, options);
  for (const author of people.slice(0, questionCount)) await load.acts.ask(author, `What happens in ${name}?`);
  return load;
};
