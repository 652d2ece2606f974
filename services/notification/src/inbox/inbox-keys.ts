import { type LiveBell, liveSubjects, type Owner } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import type { AuthorId, Authors, SealedAuthors } from '@hearsay/service-runtime';
import type { InboxSide } from './reading.js';

export interface Recipient {
  readonly owner: Owner;
  /** The account, or the author id if the account was erased. */
  readonly personId: string;
  /**
   * True if the account was erased. Its inbox still gets rows, because missing rows would reveal which anonymous
   * content is by this author.
   */
  readonly isErased: boolean;
  readonly inbox: string;
  readonly side: InboxSide;
  readonly reader: string | null;
}

/** A person's keys. `sealed` and `reader` are null for an account without an author id. */
export interface PersonKeys {
  readonly accountId: string;
  readonly authorId: AuthorId | null;
  readonly named: string;
  readonly sealed: string | null;
  readonly reader: string | null;
}

/**
 * Computes a person's three keys: the account id for named content, a tag for anonymous content, and another tag for
 * read marks. No row contains two of these keys.
 */
export class InboxKeys {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly authors: Authors,
  ) {}

  /** The inbox of notifications about this author's anonymous content. */
  sealedInboxOf(authorId: AuthorId): string {
    return this.seals.tagOf(authorId);
  }

  readMarksKeyOf(authorId: AuthorId): string {
    return this.seals.tagOf(authorId, 'reading');
  }

  /** @throws Refusal `unavailable` */
  async keysOfAccount(accountId: string): Promise<PersonKeys> {
    const authorId = await this.authors.authorOf(accountId);
    const sealed = authorId && this.sealedInboxOf(authorId);
    return { accountId, authorId, named: accountId, sealed, reader: authorId && this.readMarksKeyOf(authorId) };
  }

  /** @throws Refusal `unavailable` */
  async peopleOf(owners: readonly Owner[], readers: ReadonlyMap<string, AuthorId> = new Map()): Promise<People> {
    const authorIds = owners.flatMap((owner) => this.seals.authorOf(owner) ?? []);
    return new People(this.seals, this, await this.authors.accountsOf(authorIds), readers);
  }

  /** Like `peopleOf`, but the people also know the read marks' keys of named owners. */
  async recipientsOf(owners: readonly Owner[]): Promise<People> {
    return this.peopleOf(owners, await this.authors.authorsOf(owners.flatMap(({ accountId }) => accountId ?? [])));
  }
}

/** Resolves owners from authors and accounts that were looked up before, without a call. */
export class People {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly keys: InboxKeys,
    private readonly accounts: ReadonlyMap<AuthorId, string>,
    private readonly readers: ReadonlyMap<string, AuthorId>,
  ) {}

  /** The account id, or the author id if the account was erased. Null for a guest. */
  personOf(owner: Owner): string | null {
    const authorId = this.seals.authorOf(owner);
    return authorId === null ? owner.accountId : (this.accounts.get(authorId) ?? authorId);
  }

  recipientOf(owner: Owner): Recipient | null {
    const authorId = this.seals.authorOf(owner);
    if (authorId !== null) {
      const accountId = this.accounts.get(authorId);
      const keys = { inbox: this.keys.sealedInboxOf(authorId), reader: this.keys.readMarksKeyOf(authorId) };
      return { owner, personId: accountId ?? authorId, isErased: accountId === undefined, side: 'sealed', ...keys };
    }
    const { accountId } = owner;
    if (accountId === null) return null;
    const reading = this.readers.get(accountId);
    const reader = reading === undefined ? null : this.keys.readMarksKeyOf(reading);
    return { owner, personId: accountId, isErased: false, side: 'named', inbox: accountId, reader };
  }
}

/** False for the person's own reply, and for a `reply` that the person also gets as a `comment` on their question. */
export const isShownTo = (
  { personId }: Pick<Recipient, 'personId'>,
  reply: { readonly kind: 'comment' | 'reply'; readonly author: Owner; readonly questionOwner: Owner },
  people: People,
): boolean =>
  personId !== people.personOf(reply.author) &&
  !(reply.kind === 'reply' && personId === people.personOf(reply.questionOwner));

/** The bell of a person, none for an erased account. A batch sends at most one bell per person. It has no content. */
export const bellMessagesFor = ({
  personId: accountId,
  isErased,
}: Pick<Recipient, 'personId' | 'isErased'>): LiveMessage[] =>
  isErased
    ? []
    : [{ subject: liveSubjects.bell(accountId), data: { accountId } satisfies LiveBell, isLatestOnly: true }];
