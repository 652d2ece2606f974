import { randomUUID } from 'node:crypto';
import { type contentRpc, type Owner, Refusal, type RpcInput, unavailable } from '@hearsay/contracts';
import type { RowWriter, Transaction } from '@hearsay/event-store';
import type { AuthorId, Authors, SealedAuthors } from '@hearsay/service-runtime';
import type pg from 'pg';
import { isStaying } from '../visibility.js';

export interface AuthorPair {
  readonly accountId: string;
  readonly authorId: AuthorId;
}

export const newAuthorId = (): AuthorId => randomUUID() as AuthorId;

/** Keeps existing author ids, and inserts no author ids for deleted accounts. */
const insertAuthorIds = async (
  client: Pick<pg.Pool, 'query'> | Transaction,
  seals: SealedAuthors,
  pairs: readonly AuthorPair[],
): Promise<void> => {
  await client.query({
    name: 'insert-author-ids',
    text: `insert into author_ids (account_tag, author_tag, sealed)
           select account_tag, author_tag, sealed from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as made (account_tag, author_tag, sealed, account_id)
           where ${isStaying('made.account_id')}
           on conflict do nothing`,
    values: [
      pairs.map(({ accountId }) => seals.pairTagOf(accountId)),
      pairs.map(({ authorId }) => seals.tagOf(authorId, 'pair')),
      pairs.map((pair) => seals.seal(JSON.stringify(pair))),
      pairs.map(({ accountId }) => accountId),
    ],
  });
};

/** Keeps existing author ids, and skips deleted accounts. */
export const writeAuthorIds =
  (seals: SealedAuthors): RowWriter =>
  (tx, rows) =>
    insertAuthorIds(tx, seals, rows as readonly AuthorPair[]);

/**
 * The only place that links author ids to accounts. The pairs are sealed rows, and no event contains them. After a pair
 * is deleted, the author cannot be found.
 */
export class AuthorIds {
  constructor(
    private readonly pool: pg.Pool,
    private readonly seals: SealedAuthors,
  ) {}

  /**
   * Leaves out pairs of `accountIds` whose seal cannot be opened.
   * @throws Refusal `unavailable` if the pair of one of the `authorIds` cannot be opened. Without it, the caller would
   * take the account for erased
   */
  async resolve({ accountIds, authorIds }: RpcInput<typeof contentRpc.resolveAuthors>): Promise<AuthorPair[]> {
    const { rows } = await this.pool.query<{ sealed: string; isByAuthor: boolean }>({
      name: 'author-ids',
      text: `select sealed, false as "isByAuthor" from author_ids where account_tag = any($1)
             union all select sealed, true from author_ids where author_tag = any($2)`,
      values: [
        accountIds.map((accountId) => this.seals.pairTagOf(accountId)),
        authorIds.map((authorId) => this.seals.tagOf(authorId as AuthorId, 'pair')),
      ],
    });
    return rows.flatMap(({ sealed, isByAuthor }) => {
      const pair = this.seals.read(sealed);
      if (pair === null && isByAuthor) throw new Refusal('unavailable');
      return pair === null ? [] : (JSON.parse(pair) as AuthorPair);
    });
  }

  /** True if the account has an author id, even if its seal cannot be opened. */
  async hasPair(accountId: string): Promise<boolean> {
    const { rows } = await this.pool.query({
      name: 'is-paired',
      text: 'select 1 from author_ids where account_tag = $1',
      values: [this.seals.pairTagOf(accountId)],
    });
    return rows.length > 0;
  }

  /** Creates an author id for an account whose registration event content has not processed yet. */
  async createAuthorIdFor(accountId: string): Promise<void> {
    await insertAuthorIds(this.pool, this.seals, [{ accountId, authorId: newAuthorId() }]);
  }
}

/** Makes and compares owners of posts. Named posts have an account id, anonymous ones a sealed author id. */
export class Authorship {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly authors: Authors,
    private readonly ids: AuthorIds,
  ) {}

  /**
   * The keys of the viewer's posts: the account id of named posts and the tag of anonymous posts. Null for a visitor.
   */
  async ownerKeysOf(viewer: string | null): Promise<(string | null)[] | null> {
    return viewer === null ? null : [viewer, await this.tagOf(viewer)];
  }

  /** Null if the account has no author id, or if the seal of its author id cannot be opened. */
  async tagOf(accountId: string): Promise<string | null> {
    const authorId = await this.authors.authorOf(accountId);
    return authorId === null ? null : this.seals.tagOf(authorId);
  }

  /** Creates the author id if it is missing. */
  async ensureTagOf(accountId: string): Promise<string> {
    return this.seals.tagOf(await this.#authorIdOf(accountId));
  }

  /** Creates a missing author id for an anonymous post. @throws Refusal `unavailable` if that fails */
  async ownerOf(accountId: string, isAnonymous: boolean): Promise<Owner> {
    return isAnonymous ? this.seals.ownerOf(await this.#authorIdOf(accountId)) : { accountId, sealed: null };
  }

  async isOwner(owner: Owner, accountId: string): Promise<boolean> {
    if (owner.sealed === null) return owner.accountId === accountId;
    return this.seals.isAuthor(owner, await this.authors.authorOf(accountId));
  }

  /** Creates the author id if it is missing. @throws Refusal `unavailable` for a deleted account */
  async #authorIdOf(accountId: string): Promise<AuthorId> {
    const known = await this.authors.authorOf(accountId);
    if (known !== null) return known;
    await this.ids.createAuthorIdFor(accountId);
    const made = await this.authors.authorOf(accountId);
    // The account is deleted, so that no pair was inserted, or its existing pair cannot be opened.
    if (made === null) throw unavailable();
    return made;
  }
}
