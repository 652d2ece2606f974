import { Bookmarks, type FeedItem } from '@hearsay/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { contentRefOf, FeedCard } from '../../shared/cards/feed-card.tsx';
import { setBookmark } from '../../shared/cards/mark-acts.ts';
import { removeFromBookmarks } from '../../shared/lists/list-cache.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { ActStatusReader } from '../../shared/reposts/act-status-reader.tsx';
import { bookmarkTexts as texts } from '../../shared/texts/my-content.ts';
import { useOneActAtATime } from '../../shared/toast/use-one-act-at-a-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, LoadingOrFailedState } from '../../shared/ui/states.tsx';

const bookmarkList = (userId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.bookmarks(userId),
    queryFn: ({ pageParam, signal }) => {
      const from = pageParam === null ? '' : `?after=${encodeURIComponent(pageParam)}`;
      return read(Bookmarks, `/api/bookmarks${from}`, signal);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });

const nameOf = (item: FeedItem): string => (item.kind === 'answer' ? (item.parentTitle ?? '') : item.title);

export default function BookmarkList({ userId }: { userId: string }) {
  const client = useQueryClient();
  const once = useOneActAtATime();
  const list = useInfiniteQuery(bookmarkList(userId));
  const { data, isError, refetch } = list;
  if (!data) return <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !list.hasNextPage) return <EmptyState text={texts.empty} />;
  const remove = (item: FeedItem) => async () => {
    if (await setBookmark({ client, userId }, contentRefOf(item), false)) removeFromBookmarks(client, userId, item.id);
  };
  return (
    <>
      {data.pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages keep their places.
        <ActStatusReader key={index} of={page.items.map(contentRefOf)} userId={userId} />
      ))}
      <SlidingList ids={items.map(({ id }) => id)} className="flex flex-col gap-3 px-3">
        {items.map((item) => (
          <li key={item.id}>
            <FeedCard item={item} />
            <div className="flex justify-end pt-1">
              <Button weight="quiet" aria-label={texts.removeOf(nameOf(item))} onClick={once(remove(item))}>
                {texts.remove}
              </Button>
            </div>
          </li>
        ))}
      </SlidingList>
      <ListEnd list={list} failed={texts.failed} end={texts.end} />
    </>
  );
}
