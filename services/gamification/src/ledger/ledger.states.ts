import type { ContentType, XpRule } from '@hearsay/contracts';

export interface Earning {
  readonly entryId: string;
  readonly accountId: string;
  readonly rule: XpRule;
  readonly amount: number;
  readonly contentType: ContentType | null;
  readonly contentId: string | null;
}

/** What a piece of named content has earned its author, and whether it counts. */
export interface Post {
  readonly entries: readonly (Earning & { /** UTC day of the act. */ readonly day: string })[];
  /** The content is removed. */
  readonly isReversed: boolean;
}
