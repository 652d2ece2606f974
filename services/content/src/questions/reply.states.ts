import type { Owner } from '@hearsay/contracts';

/** What decisions about a reply need. */
export interface Reply {
  readonly questionId: string;
  readonly owner: Owner;
  readonly isAnonymous: boolean;
  /** The removal that took it away; null = it is there. */
  readonly removalId: string | null;
  /** How often it was removed and brought back. */
  readonly removalRevision: number;
}
