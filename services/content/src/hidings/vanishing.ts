import { createHash, randomBytes } from 'node:crypto';
import type { SealedAuthors } from '@hearsay/service-runtime';

/** What is to happen to the anonymous posts of one person. Outside of this service's memory it is sealed: no row joins post and person. */
export interface Vanishing {
  readonly accountId: string;
  /** Of the anonymous posts that go together: known by no other name, and not that of the named ones. */
  readonly removalId: string;
  readonly isShown: boolean;
  /** ISO instant: later posts stay. */
  readonly startsAt: string;
  readonly seconds: number;
  /** Makes the times random. */
  readonly seed: string;
}

export interface VanishingRow {
  readonly id: string;
  readonly sealed: string;
  readonly endsAt: string;
}

/** A removal id that only those who hold the keys can join to the person or to the named posts' removal. */
const anonymousRemovalId = (authors: SealedAuthors, accountId: string, removalId: string): string => {
  const hex = createHash('sha256')
    .update(authors.tagOf(accountId, `removal:${removalId}`))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** Plans the anonymous posts' going, or their coming back, behind a hiding of the named ones. */
export const planVanishing = (
  authors: SealedAuthors,
  wish: { readonly accountId: string; readonly removalId: string; readonly isShown: boolean; readonly seconds: number },
  now: Date,
): VanishingRow => {
  const { accountId, isShown, seconds } = wish;
  const vanishing: Vanishing = {
    accountId,
    removalId: anonymousRemovalId(authors, accountId, wish.removalId),
    isShown,
    startsAt: now.toISOString(),
    seconds,
    seed: randomBytes(16).toString('base64url'),
  };
  return {
    id: authors.tagOf(accountId, `vanishing:${wish.removalId}`),
    sealed: authors.seal(JSON.stringify(vanishing)),
    endsAt: new Date(now.getTime() + seconds * 1000).toISOString(),
  };
};

export const openVanishing = (authors: SealedAuthors, sealed: string): Vanishing => JSON.parse(authors.open(sealed)) as Vanishing;

/** The moment of one post, evenly spread over the whole time, and a name for it that tells nothing. */
export const momentOf = ({ startsAt, seconds, seed }: Vanishing, contentId: string): { readonly at: Date; readonly name: string } => {
  const hash = createHash('sha256').update(`${seed}|${contentId}`).digest();
  const share = hash.readUInt32BE(0) / 2 ** 32;
  return { at: new Date(Date.parse(startsAt) + share * seconds * 1000), name: hash.subarray(8, 24).toString('hex') };
};
