import * as z from 'zod/mini';
import { described, Id, Instant, named } from './primitives.js';
import { FeedItem } from './questions.js';

/** Sets or removes a private mark. A repeated call changes nothing. */
export const MarkBody = z.object({ on: z.boolean(), userId: z.nullish(Id) });
export type MarkBody = z.input<typeof MarkBody>;

export const Watching = named('Watching', z.object({ isWatching: z.boolean() }));
export type Watching = z.infer<typeof Watching>;
export const Bookmarked = named('Bookmarked', z.object({ isBookmarked: z.boolean() }));
export type Bookmarked = z.infer<typeof Bookmarked>;

export const Bookmarks = named('Bookmarks', z.object({ items: z.array(FeedItem), next: z.nullable(z.string()) }));
export type Bookmarks = z.infer<typeof Bookmarks>;

const isPlace = (text: string): boolean => {
  const [at, id, ...more] = text.split('_');
  return more.length === 0 && Instant.safeParse(at).success && Id.safeParse(id).success;
};
export const BookmarksQuery = z.object({
  after: described(z.optional(z.string().check(z.refine(isPlace, { error: 'Must be the `next` of a page' }))), {
    description: '`next` of the page before',
  }),
});
