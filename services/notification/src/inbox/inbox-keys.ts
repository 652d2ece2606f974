import { type LiveBell, liveSubjects, type Owner } from '@hearsay/contracts';
import type { LiveMessage } from '@hearsay/event-store';
import type { AuthorId, Authors, SealedAuthors } from '@hearsay/service-runtime';
import type { Numbers, Side } from './reading.js';

/** Somebody who is notified, and in which inbox. */
export interface Recipient {
  /** As events name them: sealed when it is about anonymous content. */
  readonly owner: Owner;
  /** The account. For an author whose account was erased, the author id takes its place. */
  readonly personId: string;
  /** Nobody can look any more. Rows are written all the same: missing ones would tell whose content it is. */
  readonly isErased: boolean;
  readonly inbox: string;
  readonly side: Side;
  /** Key of what they have read; null for an account that has no author id yet. */
  readonly reader: string | null;
}

/** The keys of one's own inboxes. Those of anonymous content are null for an account that has no author id yet. */
export interface OwnKeys {
  readonly accountId: string;
  readonly authorId: AuthorId | null;
  readonly named: string;
  readonly sealed: string | null;
  readonly reader: string | null;
}

/**
 * A person has three keys that no row joins: the account id for what is about named content, a tag for what is about
 * anonymous content, and another tag for what they have read.
 */
export class InboxKeys {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly authors: Authors,
  ) {}

  sealedInboxOf(authorId: AuthorId): string {
    return this.seals.tagOf(authorId);
  }

  readerOf(authorId: AuthorId): string {
    return this.seals.tagOf(authorId, 'reading');
  }

  /** @throws Refusal `unavailable` */
  async ownOf(accountId: string): Promise<OwnKeys> {
    const authorId = await this.authors.authorOf(accountId);
    if (authorId === null) return { accountId, authorId, named: accountId, sealed: null, reader: null };
    return {
      accountId,
      authorId,
      named: accountId,
      sealed: this.sealedInboxOf(authorId),
      reader: this.readerOf(authorId),
    };
  }

  /** Everybody whom events name, without what they have read. @throws Refusal `unavailable` */
  async peopleOf(owners: readonly Owner[]): Promise<People> {
    const authorIds = owners.flatMap((owner) => this.seals.authorOf(owner) ?? []);
    return new People(this.seals, this, await this.authors.accountsOf(authorIds), new Map());
  }

  /** The same with the keys of what they have read. @throws Refusal `unavailable` */
  async recipientsOf(owners: readonly Owner[]): Promise<People> {
    const authorIds = owners.flatMap((owner) => this.seals.authorOf(owner) ?? []);
    const accounts = await this.authors.accountsOf(authorIds);
    const readers = await this.authors.authorsOf(owners.flatMap(({ accountId }) => accountId ?? []));
    return new People(this.seals, this, accounts, readers);
  }
}

/** Those whom some events name. */
export class People {
  constructor(
    private readonly seals: SealedAuthors,
    private readonly keys: InboxKeys,
    private readonly accounts: ReadonlyMap<AuthorId, string>,
    private readonly readers: ReadonlyMap<string, AuthorId>,
  ) {}

  /** The account, or the author id where that was erased. Null for a guest. */
  personOf(owner: Owner): string | null {
    const authorId = this.seals.authorOf(owner);
    return authorId === null ? owner.accountId : (this.accounts.get(authorId) ?? authorId);
  }

  /** Null for a guest. */
  recipientOf(owner: Owner): Recipient | null {
    const authorId = this.seals.authorOf(owner);
    if (authorId !== null) {
      const accountId = this.accounts.get(authorId);
      return {
        owner,
        personId: accountId ?? authorId,
        isErased: accountId === undefined,
        side: 'sealed',
        inbox: this.keys.sealedInboxOf(authorId),
        reader: this.keys.readerOf(authorId),
      };
    }
    const { accountId } = owner;
    if (accountId === null) return null;
    const reading = this.readers.get(accountId);
    const reader = reading === undefined ? null : this.keys.readerOf(reading);
    return { owner, personId: accountId, isErased: false, side: 'named', inbox: accountId, reader };
  }
}

/**
 * Whether a person sees a reply in a notification: not their own, and not as the answered author what they are told of as the question's
 * owner already.
 */
export const isShownTo = (
  { personId }: Pick<Recipient, 'personId'>,
  reply: { readonly kind: 'comment' | 'reply'; readonly author: Owner; readonly questionOwner: Owner },
  people: People,
): boolean =>
  personId !== people.personOf(reply.author) &&
  !(reply.kind === 'reply' && personId === people.personOf(reply.questionOwner));

/** By side, what is known by the keys of one person's inboxes. */
export const bySide = (
  numbers: ReadonlyMap<string, number>,
  { named, sealed }: Pick<OwnKeys, 'named' | 'sealed'>,
): Numbers => ({
  named: numbers.get(named) ?? 0,
  sealed: (sealed !== null && numbers.get(sealed)) || 0,
});

/** Tells gateways that there is news for a person: at most one a batch, and nothing of what it is. */
export const bellOf = ({ personId: accountId, isErased }: Pick<Recipient, 'personId' | 'isErased'>): LiveMessage[] =>
  isErased
    ? []
    : [{ subject: liveSubjects.bell(accountId), data: { accountId } satisfies LiveBell, isLatestOnly: true }];
