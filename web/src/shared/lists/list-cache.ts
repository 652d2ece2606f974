import type { Profile, Question } from '@hearsay/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { showInFeeds } from './show-in-feeds.ts';

const LISTS = [queryKeys.paged, queryKeys.person.all];

interface Listed {
  readonly id: string;
  readonly questionId?: string;
  readonly repostData?: { readonly reposterUserId: string } | null;
}
type Pages = InfiniteData<{ readonly items: readonly Listed[] }>;

const isPages = (data: unknown): data is Pages =>
  typeof data === 'object' &&
  data !== null &&
  'pages' in data &&
  Array.isArray(data.pages) &&
  data.pages.every((page) => Array.isArray(page?.items));

const isProfile = (data: unknown): data is Pick<Profile, 'content' | 'activity' | 'reposts'> =>
  typeof data === 'object' && data !== null && 'reposts' in data && Array.isArray(data.reposts) && 'activity' in data;

/** A running read would restore removed items. A list near its end asks again. */
function stopReading(client: QueryClient): void {
  void client.cancelQueries({ queryKey: queryKeys.paged, predicate: ({ state }) => state.data !== undefined });
}

/** Called before the server's answer and after it, because a list may be read in between. @returns the undo */
export function takeOutOfFeeds(client: QueryClient, id: string): () => void {
  stopReading(client);
  const isTaken = (item: Listed) => item.id === id || item.questionId === id;
  const before = client.getQueriesData({ queryKey: queryKeys.paged });
  const without = (data: unknown) =>
    isPages(data)
      ? { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => !isTaken(item)) })) }
      : data;
  client.setQueriesData({ queryKey: queryKeys.paged }, without);
  return () => {
    for (const [key, then] of before)
      if (isPages(then))
        client.setQueryData(key, (now: unknown) => (isPages(now) ? withTaken(now, then, isTaken) : now));
  };
}

/** The server no longer has the content. Cached lists and profiles drop it, and a page that shows it reads again. */
export function takeOutEverywhere(client: QueryClient, id: string): void {
  takeOutOfFeeds(client, id);
  const isLeft = (item: Listed) => item.id !== id && item.questionId !== id;
  client.setQueriesData({ queryKey: queryKeys.person.all }, (data: unknown) => {
    if (Array.isArray(data)) return data.filter(isLeft);
    if (!isProfile(data)) return data;
    return {
      ...data,
      content: data.content.filter(isLeft),
      activity: data.activity.filter(isLeft),
      reposts: data.reposts.filter(isLeft),
    };
  });
  void feedsChanged(client);
  for (const queryKey of [
    queryKeys.question.detail(id),
    queryKeys.podcast(id),
    queryKeys.reply(id),
    queryKeys.location(id),
  ])
    void client.invalidateQueries({ queryKey, predicate: ({ state }) => state.status !== 'error' });
}

/** The same content can be in a list once as itself and once per repost. */
const nameOf = ({ id, repostData }: Listed): string => `${id} ${repostData?.reposterUserId}`;

/** Restores removed items behind their old neighbour and keeps every later change. */
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

/** A list read at once could still show the repost, because feeds hear of its removal a moment later. */
export function takeRepostOut(client: QueryClient, contentId: string, reposterId: string): void {
  const isLeft = ({ id, repostData }: Listed) => id !== contentId || repostData?.reposterUserId !== reposterId;
  const without = (data: unknown): unknown => {
    if (isPages(data))
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isLeft) })) };
    if (!isProfile(data)) return data;
    return { ...data, activity: data.activity.filter(isLeft), reposts: data.reposts.filter(isLeft) };
  };
  stopReading(client);
  for (const queryKey of LISTS) client.setQueriesData({ queryKey }, without);
}

/** Writes edited words into every list. A running read would restore the old ones. */
export function showEdited(client: QueryClient, id: string, words: object): void {
  stopReading(client);
  showInFeeds(client, id, words);
}

export function feedsChanged(client: QueryClient): Promise<unknown> {
  return Promise.all(LISTS.map((list) => client.invalidateQueries({ queryKey: list, refetchType: 'none' })));
}

/** The lists may be wrong. Paged ones start again. Profiles stay visible while they reload. */
export function resetFeeds(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.resetQueries({ queryKey: queryKeys.paged }),
    client.invalidateQueries({ queryKey: queryKeys.person.all }),
  ]);
}

export function takeOutOfPending(
  client: QueryClient,
  userId: string,
  isDecided: (question: Question) => boolean,
): void {
  const queryKey = queryKeys.person.pending(userId);
  client.setQueryData<InfiniteData<Question[]>>(
    queryKey,
    (waiting) =>
      waiting && { ...waiting, pages: waiting.pages.map((page) => page.filter((question) => !isDecided(question))) },
  );
  void client.invalidateQueries({ queryKey });
}
