import type { Owner } from '@hearsay/contracts';
import type { SealedAuthors } from '@hearsay/service-runtime';
import type { Numbers, Side } from './reading.js';

/** Somebody who is notified, and in which inbox. */
export interface Recipient {
  /** As events name them: sealed when it is about anonymous content. */
  readonly owner: Owner;
  readonly accountId: string;
  readonly inbox: string;
  readonly side: Side;
  /** Key of what they have read. */
  readonly reader: string;
}

/**
 * A person has three keys that no row joins: the account id for what is about named content, a tag for what is about
 * anonymous content, and another tag for what they have read.
 */
export class InboxKeys {
  constructor(private readonly authors: SealedAuthors) {}

  inboxOf(accountId: string, side: Side): string {
    return side === 'named' ? accountId : this.authors.tagOf(accountId);
  }

  readerOf(accountId: string): string {
    return this.authors.tagOf(accountId, 'reading');
  }

  /** Null when nobody is behind the owner. @throws when it was sealed with a key that is not here */
  recipientOf(owner: Owner): Recipient | null {
    const accountId = this.authors.accountOf(owner);
    if (accountId === null) return null;
    const side = owner.accountId === null ? 'sealed' : 'named';
    return { owner, accountId, side, inbox: this.inboxOf(accountId, side), reader: this.readerOf(accountId) };
  }
}

/**
 * Whether a person sees a reply in a notification: not their own, and not as the answered author what they are told of as the question's
 * owner already.
 */
export const isShownTo = (
  { accountId }: Pick<Recipient, 'accountId'>,
  reply: { readonly kind: 'comment' | 'reply'; readonly author: Owner; readonly questionOwner: Owner },
  authors: SealedAuthors,
): boolean =>
  accountId !== authors.accountOf(reply.author) && !(reply.kind === 'reply' && accountId === authors.accountOf(reply.questionOwner));

/** By side, what is known by the keys of one person's inboxes. */
export const bySide = (numbers: ReadonlyMap<string, number>, named: string, sealed: string): Numbers => ({
  named: numbers.get(named) ?? 0,
  sealed: numbers.get(sealed) ?? 0,
});
