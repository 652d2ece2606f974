import type { ContentTarget } from '@hearsay/contracts';
import { type RowWriter, rowLoader, rowsDeleter } from '@hearsay/event-store';

export type RepostedContent = Omit<ContentTarget, 'thresholds'>;

/** `of` is the reposted content. It is null before the first repost. */
export interface Repost {
  readonly isReposted: boolean;
  /** The removal that removed the repost. Null while the repost is active, and before it exists. */
  readonly removalId: string | null;
  readonly toggle: number;
  readonly textId: string | null;
  readonly of: RepostedContent | null;
}

export const neverReposted: Repost = { isReposted: false, removalId: null, toggle: 0, textId: null, of: null };

/** Reads without a lock. The lock on the content's counter guards the reposts. */
export const loadReposts = rowLoader<Repost, Repost>(
  'load-reposts',
  `select repost_id as key, version, is_reposted as "isReposted", removal_id as "removalId", toggle, text_id as "textId",
     json_build_object('contentType', content_type, 'contentId', content_id, 'questionId', question_id, 'owner', owner) as of
   from reposts where repost_id = any($1)`,
  neverReposted,
);

export const deleteRepostErasures: RowWriter = rowsDeleter('repost_erasures', 'repost_id', 'removal_id');
