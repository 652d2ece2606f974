import { type Owner, Refusal } from '@hearsay/contracts';
import type { AuthorId, Authors, SealedAuthors } from '@hearsay/service-runtime';
import type { AuthorIds } from './author-ids.js';

/** Who wrote what: seals new anonymous posts, and recognises an author's own ones. */
export class Authorship {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly authors: Authors,
    private readonly ids: AuthorIds,
  ) {}

  /** What marks a viewer's own posts: the account on named ones, the tag on anonymous ones. Null for a visitor. */
  async marksOf(viewer: string | null): Promise<(string | null)[] | null> {
    return viewer === null ? null : [viewer, await this.tagOf(viewer)];
  }

  /** Null for an account that has no author id yet, or one that cannot be read. */
  async tagOf(accountId: string): Promise<string | null> {
    const authorId = await this.authors.authorOf(accountId);
    return authorId === null ? null : this.seals.tagOf(authorId);
  }

  /** As `tagOf`, but an account without an author id gets one. */
  async ensureTagOf(accountId: string): Promise<string> {
    return this.seals.tagOf(await this.#authorIdOf(accountId));
  }

  /** The owner of a new post: plain when it is named, sealed when it is anonymous. */
  async ownerOf(accountId: string, isAnonymous: boolean): Promise<Owner> {
    return isAnonymous ? this.seals.ownerOf(await this.#authorIdOf(accountId)) : { accountId, sealed: null };
  }

  async isOwner(owner: Owner, accountId: string): Promise<boolean> {
    if (owner.sealed === null) return owner.accountId === accountId;
    return this.seals.isAuthor(owner, await this.authors.authorOf(accountId));
  }

  async #authorIdOf(accountId: string): Promise<AuthorId> {
    const known = await this.authors.authorOf(accountId);
    if (known !== null) return known;
    await this.ids.makeFor(accountId);
    const made = await this.authors.authorOf(accountId);
    // A deleted account gets none, and a row whose key is lost cannot be read.
    if (made === null) throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    return made;
  }
}
