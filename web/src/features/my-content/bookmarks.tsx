import { Bookmarks, type FeedItem } from '@hearsay/contracts';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../shared/api/api-client.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { FeedCard, refOf } from '../../shared/cards/feed-card.tsx';
import { setBookmark } from '../../shared/cards/mark-acts.ts';
import { takeOutOfBookmarks } from '../../shared/lists/list-cache.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { KnownActs } from '../../shared/reposts/known-acts.tsx';
import { bookmarkTexts as texts } from '../../shared/texts/my-content.ts';
import { useOnce } from '../../shared/toast/use-once.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState, UnreadState } from '../../shared/ui/states.tsx';

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
  const once = useOnce();
  const list = useInfiniteQuery(bookmarkList(userId));
  const { data, isError, refetch } = list;
  if (!data) return <UnreadState isError={isError} text={texts.failed} onRetry={refetch} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !list.hasNextPage) return <EmptyState text={texts.empty} />;
  const remove = (item: FeedItem) => async () => {
    if (await setBookmark({ client, userId }, refOf(item), false)) takeOutOfBookmarks(client, userId, item.id);
  };
  return (
    <>
      {data.pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages keep their places.
        <KnownActs key={index} of={page.items.map(refOf)} userId={userId} />
      ))}
      <Sliding ids={items.map(({ id }) => id)} className="flex flex-col gap-3 px-3">
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
      </Sliding>
      <ListEnd list={list} failed={texts.failed} end={texts.end} />
    </>
  );
}
