import { randomUUID } from 'node:crypto';
import { contentRpc, deadlineIn, type RpcInput } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { AuthorId } from './sealed-authors.js';

/** The whole cache is cleared this long after its first entry was made. */
const keptMs = 60_000;
const maxIds = 80_000;
const idsPerCall = 500;
const answerWithinMs = 5000;

interface AuthorPair {
  readonly accountId: string;
  readonly authorId: AuthorId;
}

export type ResolveAuthors = (wanted: RpcInput<typeof contentRpc.resolveAuthors>) => Promise<readonly AuthorPair[]>;

/**
 * Maps accounts to author ids and back. Only content stores the pairs. When content destroys a pair, other services
 * stop using it within a minute. A missing author is cached, because its pair is destroyed for ever. A missing account
 * is not cached, because a new account soon gets its pair.
 */
export class Authors {
  readonly #resolve: ResolveAuthors;
  readonly #known = new Map<string, AuthorPair | null>();

  constructor(resolve: ResolveAuthors) {
    this.#resolve = resolve;
  }

  /** Author ids by account id. Accounts without an author id are missing. @throws Refusal `unavailable` */
  async authorsOf(accountIds: readonly string[]): Promise<ReadonlyMap<string, AuthorId>> {
    const pairs = await this.#pairsOf('accountIds', accountIds);
    return new Map(pairs.map(({ accountId, authorId }) => [accountId, authorId]));
  }

  async authorOf(accountId: string): Promise<AuthorId | null> {
    return (await this.authorsOf([accountId])).get(accountId) ?? null;
  }

  /** Account ids by author id. Authors whose pair was destroyed are missing. @throws Refusal `unavailable` */
  async accountsOf(authorIds: readonly AuthorId[]): Promise<ReadonlyMap<AuthorId, string>> {
    const pairs = await this.#pairsOf('authorIds', authorIds);
    return new Map(pairs.map(({ accountId, authorId }) => [authorId, accountId]));
  }

  async #pairsOf(kind: 'accountIds' | 'authorIds', ids: readonly string[]): Promise<AuthorPair[]> {
    const found: AuthorPair[] = [];
    const wanted: string[] = [];
    for (const id of new Set(ids)) {
      const pair = this.#known.get(id);
      if (pair) found.push(pair);
      else if (pair === undefined) wanted.push(id);
    }
    for (let from = 0; from < wanted.length; from += idsPerCall) {
      const some = wanted.slice(from, from + idsPerCall);
      const pairs = await this.#resolve({ accountIds: [], authorIds: [], [kind]: some });
      for (const pair of pairs) {
        this.#remember(pair.accountId, pair);
        this.#remember(pair.authorId, pair);
      }
      found.push(...pairs);
      if (kind === 'accountIds') continue;
      const existing = new Set<string>(pairs.map(({ authorId }) => authorId));
      for (const id of some) if (!existing.has(id)) this.#remember(id, null);
    }
    return found;
  }

  #remember(id: string, pair: AuthorPair | null): void {
    if (this.#known.size >= maxIds) this.#known.clear();
    if (this.#known.size === 0) setTimeout(() => this.#known.clear(), keptMs).unref();
    this.#known.set(id, pair);
  }
}

/**
 * Looks up authors at the content service. It uses a new correlation id, so that no log links the lookup to the act.
 */
export const authorsOfContent = (rpc: Pick<RpcClient, 'call'>): Authors =>
  new Authors(async (wanted) => {
    const deadline = deadlineIn(answerWithinMs);
    const context = { correlationId: randomUUID(), accountId: null, deadline };
    const { authors } = await rpc.call(contentRpc.resolveAuthors, wanted, context);
    return authors.map(({ accountId, authorId }) => ({ accountId, authorId: authorId as AuthorId }));
  });
