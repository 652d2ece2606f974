import {
  type CallContext,
  contentRpc,
  limits,
  type Question,
  type RpcInput,
  type SearchPage,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { foundRef, presentSearchResult } from '../present/search.js';
import type { Counters } from './counters.js';
import type { People } from './people.js';
import type { Questions } from './questions.js';

export class Searches {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
    private readonly questions: Questions,
  ) {}

  /** @throws Refusal `anchor_expired` for an unknown `after` */
  async page(wanted: RpcInput<typeof contentRpc.search>, context: CallContext): Promise<SearchPage> {
    const { results, next } = await this.rpc.call(contentRpc.search, wanted, context);
    const authors = results.map(({ authorId }) => authorId);
    const [cards, counts] = await Promise.all([
      this.people.cards(authors, context.correlationId),
      this.counters.of(results.map(foundRef), context),
    ]);
    return { results: results.map((found) => presentSearchResult(found, cards, counts)), next };
  }

  async similarTo(wanted: RpcInput<typeof contentRpc.similarQuestions>, context: CallContext): Promise<Question[]> {
    const { title } = wanted;
    if (title.length < limits.similarQuestions.minTitle || title.length > limits.title) return [];
    const { questions } = await this.rpc.call(contentRpc.similarQuestions, wanted, context);
    return this.questions.list(questions, context);
  }
}
