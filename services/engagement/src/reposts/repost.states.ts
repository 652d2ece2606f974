import type { BoostTarget } from '@hearsay/contracts';

/** What is reposted. */
export type RepostedContent = Omit<BoostTarget, 'thresholds'>;

/** One person's repost of one content. */
export interface Repost {
  readonly isReposted: boolean;
  /** What took it away and may bring it back; null while it stands, and before it ever did. */
  readonly removalId: string | null;
  readonly toggle: number;
  /** Its words; null where there are none. */
  readonly textId: string | null;
  /** Null before the first repost. */
  readonly of: RepostedContent | null;
}

export const neverReposted: Repost = { isReposted: false, removalId: null, toggle: 0, textId: null, of: null };
