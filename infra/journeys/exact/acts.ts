import type { Discussion, Question } from '@hearsay/contracts';
import type { Client } from '../client.ts';

export interface Target {
  readonly kind: 'question' | 'discussion';
  readonly id: string;
  readonly author: Client;
}

/** Performs acts as people do, and keeps everything that the system has acknowledged. */
export class AcknowledgedActs {
  readonly people: readonly Client[];
  readonly questions: { readonly question: Question; readonly author: Client }[] = [];
  readonly targets: Target[] = [];
  /** Ids of replies by question. */
  readonly replies = new Map<string, string[]>();
  readonly #boosted = new Map<string, boolean>();
  readonly #answered = new Set<string>();

  constructor(people: readonly Client[]) {
    this.people = people;
  }

  async ask(author: Client, title: string): Promise<void> {
    const question = await author.ask({ title, replyBoostThreshold: 2 });
    this.questions.push({ question, author });
    this.targets.push({ kind: 'question', id: question.id, author });
    this.replies.set(question.id, []);
  }

  async say(
    person: Client,
    { question, author }: { question: Question; author: Client },
    text: string,
    key?: string,
  ): Promise<void> {
    const reply: Discussion = await person.say(question.id, text, key === undefined ? {} : { key });
    this.replies.get(question.id)!.push(reply.id);
    this.targets.push({ kind: 'discussion', id: reply.id, author: person });
    if (author !== person) this.#answered.add(`${question.id} ${person.user.id}`);
  }

  /** One person's boosts of one target must follow each other. Without `wanted` the boost toggles. */
  async boost(person: Client, target: Target, wanted?: boolean): Promise<void> {
    const expected = wanted ?? !this.isBoosted(target, person);
    const path = `/api/${target.kind}s/${target.id}/boost`;
    const body = wanted === undefined ? {} : { isBoosted: wanted };
    const { isBoosted } = await person.expect<{ isBoosted: boolean }>('POST', path, { body });
    if (isBoosted !== expected) throw new Error(`A boost that should be ${expected} was acknowledged as ${isBoosted}`);
    this.#boosted.set(boostOf(target, person), isBoosted);
  }

  isBoosted(target: Target, person: Client): boolean {
    return this.#boosted.get(boostOf(target, person)) ?? false;
  }

  boostsOf(target: Target): number {
    return this.people.filter((person) => this.isBoosted(target, person)).length;
  }

  hasAnswered(person: Client, questionId: string): boolean {
    return this.#answered.has(`${questionId} ${person.user.id}`);
  }
}

export const boostOf = ({ kind, id }: Target, person: Client): string => `${kind}:${id} ${person.user.id}`;
