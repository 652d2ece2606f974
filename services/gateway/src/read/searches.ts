import {
  type CallContext,
  contentRpc,
  limits,
  type Question,
  type RpcInput,
  type SearchPage,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentSearchResult } from '../present/search.js';
import type { People } from './people.js';
import type { Questions } from './questions.js';

export class Searches {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly questions: Questions,
  ) {}

  /** @throws Refusal `anchor_expired` if `after` cannot be decoded */
  async page(wanted: RpcInput<typeof contentRpc.search>, context: CallContext): Promise<SearchPage> {
    const { results, next } = await this.rpc.call(contentRpc.search, wanted, context);
    const authors = results.map(({ authorId }) => authorId);
    const cards = await this.people.cards(authors, context.correlationId);
    return { results: results.map((found) => presentSearchResult(found, cards)), next };
  }

  async similarTo(wanted: RpcInput<typeof contentRpc.similarQuestions>, context: CallContext): Promise<Question[]> {
    const { title } = wanted;
    if (title.length < limits.similarQuestions.minTitle || title.length > limits.title) return [];
    const { questions } = await this.rpc.call(contentRpc.similarQuestions, wanted, context);
    return this.questions.list(questions, context);
  }
}
