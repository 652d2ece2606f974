import type { Profile, Question } from '@hearsay/contracts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../api/query-keys.ts';
import { showInFeeds } from './show-in-feeds.ts';

/** Keys of every list of content begin with one of these. */
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

/** What is being read into a list would come over what is taken out of it: a list that was near its end asks again for what it still wants. */
function stopReading(client: QueryClient): void {
  void client.cancelQueries({ queryKey: queryKeys.paged, predicate: ({ state }) => state.data !== undefined });
}

/**
 * Takes a thing, and what stands under it, out of the lists that are kept: before the server has answered, and once it has, since a list may have been read between.
 * @returns what puts it back where it was
 */
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

/** The server knows a thing no more. It leaves all lists and profiles that are kept, and a page that shows it is read anew. */
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

/** The same content may stand in a list once as itself and once for each who has passed it on. */
const nameOf = ({ id, repostData }: Listed): string => `${id} ${repostData?.reposterUserId}`;

/** Puts what was taken out of a list back behind the neighbour that it had. All else stays: more may have been read meanwhile, and things opened or counted. */
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

/**
 * Takes a repost that is gone out of the lists that are kept, and out of profiles: a list that was read anew at once could still show it, since those
 * who make the lists hear of it a moment later.
 */
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

/** Puts the words that somebody has just given a thing of theirs into every list that shows it. What is being read there would bring the old ones back. */
export function showEdited(client: QueryClient, id: string, words: object): void {
  stopReading(client);
  showInFeeds(client, id, words);
}

/** Something was added to lists or taken out of them: they are read anew when they are next looked at. */
export function feedsChanged(client: QueryClient): Promise<unknown> {
  return Promise.all(LISTS.map((list) => client.invalidateQueries({ queryKey: list, refetchType: 'none' })));
}

/** The lists may show what is not so: those with pages begin again at their first one. Profiles stay in sight, and at their tab, while they are read. */
export function resetFeeds(client: QueryClient): Promise<unknown> {
  return Promise.all([
    client.resetQueries({ queryKey: queryKeys.paged }),
    client.invalidateQueries({ queryKey: queryKeys.person.all }),
  ]);
}

/** Questions that somebody was asked are decided: they wait no longer on their profile. */
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
