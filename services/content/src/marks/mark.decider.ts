import type { ContentType } from '@hearsay/contracts';
import type { CommandDefinition } from '@hearsay/event-store';

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

/** Marks are rows and not events, because no other person reads them, and they are deleted with the account. */
export const setWatch: CommandDefinition<Watch, Record<string, never>> = {
  type: 'set-watch',
  plan: () => ({ aggregates: {} }),
  decide: (watch, _view, { now }) => ({
    events: [],
    rows: { watches: [{ ...watch, at: now } satisfies MarkRow<Watch>] },
    result: {},
  }),
};

export const setBookmark: CommandDefinition<Bookmark, Record<string, never>> = {
  type: 'set-bookmark',
  plan: () => ({ aggregates: {} }),
  decide: (bookmark, _view, { now }) => ({
    events: [],
    rows: { bookmarks: [{ ...bookmark, at: now } satisfies MarkRow<Bookmark>] },
    result: {},
  }),
};
