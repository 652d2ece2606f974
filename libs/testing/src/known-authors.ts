import { randomUUID } from 'node:crypto';
import { contentRpc, Refusal, type RpcInput } from '@hearsay/contracts';
import { type AuthorId, Authors } from '@hearsay/service-runtime';

type Wanted = RpcInput<typeof contentRpc.resolveAuthors>;

/** The pairs of account and author id that a stub of content knows. */
export class KnownAuthors {
  readonly #authorIds = new Map<string, AuthorId>();
  readonly #forgotten = new Set<string>();
  /** While it is true, content cannot be asked. */
  isAway = false;

  /** Answers for `createTestServiceStub`. */
  readonly answers = {
    [contentRpc.resolveAuthors.name]: (input: unknown) => ({ authors: this.resolve(input as Wanted) }),
  };

  /** The same for ever, also when the pair is forgotten. */
  authorIdOf(accountId: string): AuthorId {
    const known = this.#authorIds.get(accountId) ?? (randomUUID() as AuthorId);
    this.#authorIds.set(accountId, known);
    return known;
  }

  /** As content does when an account is erased. */
  forget(accountId: string): void {
    this.#forgotten.add(accountId);
  }

  /** A client that asks these pairs without a service. */
  lookup(): Authors {
    return new Authors(async (wanted) => this.resolve(wanted));
  }

  /** Every account that is asked for is registered. */
  resolve({ accountIds, authorIds }: Wanted): { accountId: string; authorId: AuthorId }[] {
    if (this.isAway) throw new Refusal('unavailable');
    for (const accountId of accountIds) this.authorIdOf(accountId);
    return [...this.#authorIds]
      .map(([accountId, authorId]) => ({ accountId, authorId }))
      .filter(({ accountId, authorId }) => accountIds.includes(accountId) || authorIds.includes(authorId))
      .filter(({ accountId }) => !this.#forgotten.has(accountId));
  }
}
