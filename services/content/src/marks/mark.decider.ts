import type { ContentType } from '@hearsay/contracts';
import { rowsCommand } from '@hearsay/event-store';

/** A watch or a bookmark. */
interface Mark {
  readonly accountId: string;
  /** The content's question, or an episode's own id. If `on` is false, it may be the content's id. */
  readonly questionId: string;
  readonly on: boolean;
}

/** A watch always marks a question. */
export type Watch = Mark;

export interface Bookmark extends Mark {
  readonly contentType: ContentType;
  readonly contentId: string;
}

export type MarkRow<M extends Mark> = M & { readonly at: string };

/** Watches and bookmarks are rows, not events: no other person reads them, and they are deleted with the account. */
export const setWatch = rowsCommand('set-watch', (watch: Watch, now) => ({
  watches: [{ ...watch, at: now } satisfies MarkRow<Watch>],
}));

export const setBookmark = rowsCommand('set-bookmark', (bookmark: Bookmark, now) => ({
  bookmarks: [{ ...bookmark, at: now } satisfies MarkRow<Bookmark>],
}));
