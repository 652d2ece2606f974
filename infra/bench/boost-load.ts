import { randomUUID } from 'node:crypto';
import { deadlineIn, engagementRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { closedLoop, type LoadResult } from './closed-loop.ts';
import type { People } from './people.ts';

/** What was acknowledged about each question, by its id. */
export type Toggles = ReadonlyMap<string, { toggles: number; boosts: number }>;

/** Which of so many questions a person's boost number `step` is about, and whether it switches the boost on. */
export type Walk = (person: number, step: number) => { question: number; isBoosted: boolean };

/** Everybody boosts one question after another, at about the same time. */
export const together =
  (questions: number): Walk =>
  (_person, step) => ({
    question: step % questions,
    isBoosted: Math.floor(step / questions) % 2 === 0,
  });

/** Everybody boosts one question after another, at any time each another one. */
export const apart =
  (questions: number, people: number): Walk =>
  (person, step) => ({
    question: (step + Math.floor((person * questions) / people)) % questions,
    isBoosted: Math.floor(step / questions) % 2 === 0,
  });

/** Everybody boosts one question, and takes the boost back, in turns. */
export const onAndOff: Walk = (_person, step) => ({ question: 0, isBoosted: step % 2 === 0 });

/** Sends one boost and resolves when it is acknowledged. */
export type SendBoost = (person: number, questionId: string, isBoosted: boolean) => Promise<unknown>;

/** As the web sends boosts. */
export const overHttp =
  (people: People): SendBoost =>
  (person, questionId, isBoosted) =>
    people.post(person, `/api/questions/${questionId}/boost`, `{"isBoosted":${isBoosted}}`);

const callTimeoutMs = 8000;

/** As the gateway hands boosts on to engagement. */
export const overNats =
  (rpc: RpcClient, accountIds: readonly string[]): SendBoost =>
  (person, contentId, isBoosted) =>
    rpc.call(
      engagementRpc.setBoost,
      { contentType: 'question', contentId, isBoosted },
      {
        correlationId: randomUUID(),
        accountId: accountIds[person]!,
        deadline: deadlineIn(callTimeoutMs),
        idempotencyKey: randomUUID(),
      },
    );

/** Boosts of so many people. Each waits for an answer before the next boost, so what was acknowledged is known exactly. */
export class BoostLoad {
  readonly #send: SendBoost;
  readonly #questionIds: readonly string[];
  readonly #walk: Walk;
  readonly #steps: number[];

  constructor(people: number, send: SendBoost, questionIds: readonly string[], walk: Walk) {
    this.#send = send;
    this.#questionIds = questionIds;
    this.#walk = walk;
    this.#steps = Array.from({ length: people }, () => 0);
  }

  run(seconds: number): Promise<LoadResult> {
    return closedLoop(this.#steps.length, seconds, async (person) => {
      const { question, isBoosted } = this.#walk(person, this.#steps[person]!);
      await this.#send(person, this.#questionIds[question]!, isBoosted);
      this.#steps[person]! += 1;
    });
  }

  toggles(): Toggles {
    const byQuestion = new Map(this.#questionIds.map((id) => [id, { toggles: 0, boosts: 0 }]));
    for (const [person, steps] of this.#steps.entries()) {
      for (let step = 0; step < steps; step += 1) {
        const { question, isBoosted } = this.#walk(person, step);
        const counts = byQuestion.get(this.#questionIds[question]!)!;
        counts.toggles += 1;
        counts.boosts += isBoosted ? 1 : -1;
      }
    }
    return byQuestion;
  }
}
