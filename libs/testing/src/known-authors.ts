import { randomUUID } from 'node:crypto';
import { contentRpc, Refusal, type RpcInput } from '@hearsay/contracts';
import { type AuthorId, Authors } from '@hearsay/service-runtime';

type Wanted = RpcInput<typeof contentRpc.resolveAuthors>;

export class KnownAuthors {
  readonly #authorIds = new Map<string, AuthorId>();
  readonly #forgotten = new Set<string>();
  isAway = false;

  readonly answers = {
    [contentRpc.resolveAuthors.name]: (input: unknown) => ({ authors: this.resolve(input as Wanted) }),
  };

  authorIdOf(accountId: string): AuthorId {
    const known = this.#authorIds.get(accountId) ?? (randomUUID() as AuthorId);
    this.#authorIds.set(accountId, known);
    return known;
  }

  forget(accountId: string): void {
    this.#forgotten.add(accountId);
  }

  lookup(): Authors {
    return new Authors(async (wanted) => this.resolve(wanted));
  }

  resolve({ accountIds, authorIds }: Wanted): { accountId: string; authorId: AuthorId }[] {
    if (this.isAway) throw new Refusal('unavailable');
    for (const accountId of accountIds) this.authorIdOf(accountId);
    return [...this.#authorIds]
      .map(([accountId, authorId]) => ({ accountId, authorId }))
      .filter(({ accountId, authorId }) => accountIds.includes(accountId) || authorIds.includes(authorId))
      .filter(({ accountId }) => !this.#forgotten.has(accountId));
  }
}
