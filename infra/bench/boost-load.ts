import { randomUUID } from 'node:crypto';
import { deadlineIn, engagementRpc } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { closedLoop, type LoadResult } from './closed-loop.ts';
import type { People } from './people.ts';

export type Toggles = ReadonlyMap<string, { toggles: number; boosts: number }>;

export type Walk = (person: number, step: number) => { question: number; isBoosted: boolean };

/** Without `peopleApart` all people begin at the first question. */
export const oneAfterAnother =
  (questions: number, peopleApart?: number): Walk =>
  (person, step) => ({
    question: (step + (peopleApart ? Math.floor((person * questions) / peopleApart) : 0)) % questions,
    isBoosted: Math.floor(step / questions) % 2 === 0,
  });

export const onAndOff: Walk = (_person, step) => ({ question: 0, isBoosted: step % 2 === 0 });

type SendBoost = (person: number, questionId: string, isBoosted: boolean) => Promise<unknown>;

export const overHttp =
  (people: People): SendBoost =>
  (person, questionId, isBoosted) =>
    people.post(person, `/api/questions/${questionId}/boost`, `{"isBoosted":${isBoosted}}`);

export const overNats =
  (rpc: RpcClient, accountIds: readonly string[]): SendBoost =>
  (person, contentId, isBoosted) =>
    rpc.call(
      engagementRpc.setBoost,
      { contentType: 'question', contentId, isBoosted },
      {
        correlationId: randomUUID(),
        accountId: accountIds[person]!,
        deadline: deadlineIn(8000),
        idempotencyKey: randomUUID(),
      },
    );

/** Each person waits for an answer before the next boost, so the number of acknowledged boosts is exact. */
export class BoostLoad {
  readonly #send: SendBoost;
  readonly #questionIds: readonly string[];
  readonly #walk: Walk;
  readonly #steps: number[];

  constructor(people: number, send: SendBoost, questionIds: readonly string[], walk: Walk) {
    this.#send = send;
    this.#questionIds = questionIds;
    this.#walk = walk;
    this.#steps = new Array<number>(people).fill(0);
  }

  run = (seconds: number): Promise<LoadResult> =>
    closedLoop(this.#steps.length, seconds, async (person) => {
      const { question, isBoosted } = this.#walk(person, this.#steps[person]!);
      await this.#send(person, this.#questionIds[question]!, isBoosted);
      this.#steps[person]! += 1;
    });

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
