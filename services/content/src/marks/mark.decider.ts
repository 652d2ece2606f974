import type { ContentType } from '@hearsay/contracts';
import { rowsCommand } from '@hearsay/event-store';

export interface Watch {
  readonly accountId: string;
  readonly questionId: string;
  readonly on: boolean;
}

export interface Bookmark extends Watch {
  readonly contentType: ContentType;
  readonly contentId: string;
}

export type MarkRow<M extends Watch> = M & { readonly at: string };

/** Watches and bookmarks are rows, not events: no other person reads them, and they are deleted with the account. */
export const setWatch = rowsCommand('set-watch', (watch: Watch, now) => ({
  watches: [{ ...watch, at: now } satisfies MarkRow<Watch>],
}));

export const setBookmark = rowsCommand('set-bookmark', (bookmark: Bookmark, now) => ({
  bookmarks: [{ ...bookmark, at: now } satisfies MarkRow<Bookmark>],
}));
