import { createHash, hash, randomBytes } from 'node:crypto';
import { type SealedAuthors, uuidOf } from '@hearsay/service-runtime';

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
const anonymousRemovalId = (authors: SealedAuthors, accountId: string, removalId: string): string =>
  uuidOf(hash('sha256', authors.tagOf(accountId, `removal:${removalId}`), 'hex'), 4, 'a');

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
  const digest = createHash('sha256').update(`${seed}|${contentId}`).digest();
  const share = digest.readUInt32BE(0) / 2 ** 32;
  return { at: new Date(Date.parse(startsAt) + share * seconds * 1000), name: digest.subarray(8, 24).toString('hex') };
};
