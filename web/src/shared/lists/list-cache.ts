import type { Question } from '@hearsay/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/cache.ts';
import { updateInFeeds } from './update-cached-lists.ts';

const LISTS = [queryKeys.paged, queryKeys.person.all];

interface Listed {
  readonly id: string;
  readonly questionId?: string;
  readonly repostData?: { readonly reposterUserId: string } | null;
}
type Pages = InfiniteData<{ readonly items: readonly Listed[] }>;

const hasList = <Name extends string>(data: unknown, name: Name): data is Record<Name, unknown[]> =>
  typeof data === 'object' && data !== null && name in data && Array.isArray((data as Record<Name, unknown>)[name]);

const isPages = (data: unknown): data is Pages =>
  hasList(data, 'pages') && data.pages.every((page) => hasList(page, 'items'));

/** Removes items from a cached list, paged list or profile. Returns other data unchanged. */
function without<Item>(data: unknown, stays: (item: Item) => boolean): unknown {
  if (Array.isArray(data)) return data.filter(stays);
  if (hasList(data, 'pages')) return { ...data, pages: data.pages.map((page) => without(page, stays)) };
  const lists = ['items', 'content', 'activity', 'reposts'].filter((name) => hasList(data, name));
  if (lists.length === 0) return data;
  const known = data as Record<string, Item[]>;
  return { ...known, ...Object.fromEntries(lists.map((name) => [name, known[name]?.filter(stays)])) };
}

/**
 * Cancels running reads, because they would restore removed items. A reader near the end of a list requests its next
 * page again.
 */
function stopReading(client: QueryClient): void {
  void client.cancelQueries({ queryKey: queryKeys.paged, predicate: ({ state }) => state.data !== undefined });
}

/**
 * Call it before the request and after the response, because a list may be read in between. @returns a function that
 * restores the items
 */
export function removeFromFeeds(client: QueryClient, id: string): () => void {
  stopReading(client);
  const isTaken = (item: Listed) => item.id === id || item.questionId === id;
  const before = client.getQueriesData({ queryKey: queryKeys.paged });
  client.setQueriesData({ queryKey: queryKeys.paged }, (data: unknown) =>
    without(data, (item: Listed) => !isTaken(item)),
  );
  return () => {
    for (const [key, then] of before)
      if (isPages(then))
        client.setQueryData(key, (now: unknown) => (isPages(now) ? withTaken(now, then, isTaken) : now));
  };
}

/** Removes deleted content from lists and profiles. A page that shows this content reads it again. */
export function removeFromAllLists(client: QueryClient, id: string): void {
  removeFromFeeds(client, id);
  client.setQueriesData({ queryKey: queryKeys.person.all }, (data: unknown) =>
    without(data, (item: Listed) => item.id !== id && item.questionId !== id),
  );
  void markFeedsStale(client);
  for (const queryKey of [
    queryKeys.question.detail(id),
    queryKeys.podcast(id),
    queryKeys.reply(id),
    queryKeys.location(id),
  ])
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.status !== 'error' });
}

/** A list can hold the same content once as itself and once per repost. */
const nameOf = ({ id, repostData }: Listed): string => `${id} ${repostData?.reposterUserId}`;

/** Restores each removed item behind the item that preceded it. Keeps all later changes of the list. */
function withTaken(now: Pages, then: Pages, isTaken: (item: Listed) => boolean): Pages {
  const here = new Set(now.pages.flatMap(({ items }) => items.map(nameOf)));
  const pages = now.pages.map((page, index) => {
    const stood = then.pages[index]?.items ?? [];
    const items = [...page.items];
    for (const [place, item] of stood.entries()) {
      if (!isTaken(item) || here.has(nameOf(item))) continue;
      const places = new Map(items.map((each, at) => [nameOf(each), at]));
      const neighbour = stood.slice(0, place).findLast((each) => places.has(nameOf(each)));
      items.splice(neighbour ? (places.get(nameOf(neighbour)) ?? 0) + 1 : 0, 0, item);
    }
    return { ...page, items };
  });
  return { ...now, pages };
}

export function removeFromBookmarks(client: QueryClient, userId: string, id: string): void {
  client.setQueryData(queryKeys.bookmarks(userId), (data: unknown) => without(data, (item: Listed) => item.id !== id));
}

/** Does not read the lists again, because the server removes the repost from feeds a moment later. */
export function removeRepostFromLists(client: QueryClient, contentId: string, reposterId: string): void {
  const isLeft = ({ id, repostData }: Listed) => id !== contentId || repostData?.reposterUserId !== reposterId;
  stopReading(client);
  for (const queryKey of LISTS) client.setQueriesData({ queryKey }, (data: unknown) => without(data, isLeft));
}

/** Writes edited words into every list. Cancels running reads, because they would restore the old words. */
export function showEditedWords(client: QueryClient, id: string, words: object): void {
  stopReading(client);
  updateInFeeds(client, id, words);
}

/** Reads nothing now. Each list is read again when it is next shown. */
export function markFeedsStale(client: QueryClient): Promise<unknown> {
  return Promise.all(LISTS.map((list) => client.invalidateQueries({ queryKey: list, refetchType: 'none' })));
}

/** Reads all lists again. Paged lists start again. Profiles stay visible while they reload. */
export function resetFeeds(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.resetQueries({ queryKey: queryKeys.paged }),
    client.invalidateQueries({ queryKey: queryKeys.person.all }),
  ]);
}

/** Removes the decided questions from the cache at once, then reads the list again. */
export function removeFromPending(
  client: QueryClient,
  userId: string,
  isDecided: (question: Question) => boolean,
): void {
  const queryKey = queryKeys.person.pending(userId);
  client.setQueriesData({ queryKey }, (waiting: unknown) =>
    without(waiting, (question: Question) => !isDecided(question)),
  );
  void client.invalidateQueries({ queryKey });
}
