import type { Discussion, Question } from '@hearsay/contracts';
import type { Client } from '../client.ts';

export interface Target {
  readonly kind: 'question' | 'discussion';
  readonly id: string;
  readonly author: Client;
}

/** Performs acts of people, and records every act that the system has acknowledged. */
export class AcknowledgedActs {
  readonly people: readonly Client[];
  readonly questions: { readonly question: Question; readonly author: Client }[] = [];
  readonly targets: Target[] = [];
  /** Ids of replies by question. */
  readonly replies = new Map<string, string[]>();
  /** The threshold of each question whose asker has tried to lower it. An open question keeps its threshold. */
  readonly thresholds = new Map<string, number>();
  readonly #bookmarked = new Map<string, boolean>();
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

  /** Boosts of one target by one person must run one after the other. Without `wanted` the boost toggles. */
  async boost(person: Client, target: Target, wanted?: boolean): Promise<void> {
    const expected = wanted ?? !this.isBoosted(target, person);
    const path = `/api/${target.kind}s/${target.id}/boost`;
    const body = wanted === undefined ? {} : { isBoosted: wanted };
    const { isBoosted } = await person.expect<{ isBoosted: boolean }>('POST', path, { body });
    if (isBoosted !== expected) throw new Error(`A boost that should be ${expected} was acknowledged as ${isBoosted}`);
    this.#boosted.set(boostKeyOf(target, person), isBoosted);
  }

  /** Bookmarks of one target by one person must run one after the other. */
  async bookmark(person: Client, target: Target): Promise<void> {
    const on = !this.#bookmarked.get(boostKeyOf(target, person));
    await person.expect('PUT', `/api/bookmarks/${target.kind}/${target.id}`, { body: { on } });
    this.#bookmarked.set(boostKeyOf(target, person), on);
  }

  async lowerThreshold({ question, author }: { question: Question; author: Client }): Promise<void> {
    const body = { replyBoostThreshold: 1 };
    const after = await author.expect<Question>('PATCH', `/api/questions/${question.id}`, { body });
    this.thresholds.set(question.id, after.replyBoostThreshold);
  }

  bookmarksOf(person: Client): string[] {
    return this.targets.filter((target) => this.#bookmarked.get(boostKeyOf(target, person))).map(({ id }) => id);
  }

  isBoosted(target: Target, person: Client): boolean {
    return this.#boosted.get(boostKeyOf(target, person)) ?? false;
  }

  boostsOf(target: Target): number {
    return this.people.filter((person) => this.isBoosted(target, person)).length;
  }

  /** True if the person has replied under this question and did not ask it. */
  hasAnswered(person: Client, questionId: string): boolean {
    return this.#answered.has(`${questionId} ${person.user.id}`);
  }
}

export const boostKeyOf = ({ kind, id }: Target, person: Client): string => `${kind}:${id} ${person.user.id}`;
