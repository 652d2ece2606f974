import { randomUUID } from 'node:crypto';
import { deadlineIn, engagementRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { type LoadResult, runClosedLoop } from './closed-loop.ts';
import type { People } from './people.ts';

export type ToggleCounts = ReadonlyMap<string, { toggles: number; boosts: number }>;

type Walk = (person: number, step: number) => { question: number; isBoosted: boolean };

/**
 * Each person boosts all questions in order. If `peopleApart` is the number of people, their first questions are evenly
 * spaced.
 */
export const allQuestionsWalk =
  (questions: number, peopleApart?: number): Walk =>
  (person, step) => ({
    question: (step + (peopleApart ? Math.floor((person * questions) / peopleApart) : 0)) % questions,
    isBoosted: Math.floor(step / questions) % 2 === 0,
  });

export const firstQuestionWalk: Walk = (_person, step) => ({ question: 0, isBoosted: step % 2 === 0 });

/** `person` is an index of the people. `caller` is the index of the loop that sends. */
export type SendBoost = (person: number, questionId: string, isBoosted: boolean, caller: number) => Promise<unknown>;

export const httpBoostSender =
  (people: People): SendBoost =>
  (person, questionId, isBoosted) =>
    people.post(person, `/api/questions/${questionId}/boost`, { isBoosted });

export const natsBoostSender =
  (rpc: RpcClient, accountIds: readonly string[]): SendBoost =>
  (person, contentId, isBoosted) => {
    const input = { contentType: 'question' as const, contentId, isBoosted };
    const keys = { correlationId: randomUUID(), idempotencyKey: randomUUID() };
    return rpc.call(engagementRpc.setBoost, input, {
      ...keys,
      accountId: accountIds[person]!,
      deadline: deadlineIn(8000),
    });
  };

/**
 * Each caller waits for an answer before the next boost, so the number of acknowledged boosts is exact. A caller with
 * several people boosts for each person in turn.
 */
export class BoostLoad {
  readonly #send: SendBoost;
  readonly #questionIds: readonly string[];
  readonly #walk: Walk;
  readonly #steps: number[];
  readonly #turns: number[];

  constructor(people: number, send: SendBoost, questionIds: readonly string[], walk: Walk, callers = people) {
    this.#send = send;
    this.#questionIds = questionIds;
    this.#walk = walk;
    this.#steps = new Array<number>(people).fill(0);
    this.#turns = [...Array(callers).keys()];
  }

  run = (seconds: number): Promise<LoadResult> =>
    runClosedLoop(this.#turns.length, seconds, async (caller) => {
      const person = this.#turns[caller]! % this.#steps.length;
      const { question, isBoosted } = this.#walk(person, this.#steps[person]!);
      await this.#send(person, this.#questionIds[question]!, isBoosted, caller);
      this.#steps[person]! += 1;
      this.#turns[caller]! += this.#turns.length;
    });

  /** The stored counts must equal these. They are computed from the acknowledged calls. */
  toggleCounts(): ToggleCounts {
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
