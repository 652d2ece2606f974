import { limits, type Profile } from '@hearsay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { actedAt, personQueries } from '../../shared/people/person.queries.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ListPart } from '../../shared/ui/list-part.tsx';
import { EmptyState } from '../../shared/ui/states.tsx';
import { ActivityRow } from './activity-row.tsx';
import { BoostedRun, foldBoostRuns } from './boosted-run.tsx';

const texts = peopleTexts.profile;

interface ActedListProps {
  readonly userId: string;
  readonly name: 'activity' | 'reposts';
  readonly items: Profile['activity'] | Profile['reposts'];
  readonly emptyText: string;
}

const ROWS_IN_STRETCH = 20;

export function ActivityList({ userId, name, items, emptyText }: ActedListProps) {
  const last = items.at(-1);
  // The server leaves out removed items, so even a shorter list than the limit may have older items.
  const mayHaveOlder = items.length > limits.profileActivity / 2;
  const older = useInfiniteQuery({
    ...personQueries.older(userId, name, last ? actedAt(last) : ''),
    enabled: ({ state }) => state.data !== undefined,
  });
  const { data, isFetching } = older;
  const hasNextPage = mayHaveOlder && (!data || older.hasNextPage);

  if (items.length === 0) return <EmptyState text={emptyText} />;
  const pages = data?.pages ?? [];
  const all = [...items, ...pages.flat()];
  // A page that only lengthens a folded run adds no row. The end stays near, so every page would load at once.
  const addedNoRow =
    pages.length > 0 && foldBoostRuns(all).length === foldBoostRuns([...items, ...pages.slice(0, -1).flat()]).length;
  if (addedNoRow && hasNextPage && !older.error)
    return (
      <>
        <ActivityRows items={all} />
        <div className="flex justify-center py-6">
          <Button weight="quiet" disabled={isFetching} onClick={() => older.fetchNextPage()}>
            {texts.older}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <ActivityRows items={all} />
      <ListEnd
        list={{ ...older, hasNextPage, isFetchingNextPage: isFetching }}
        failed={peopleTexts.reads.profile}
        end={texts.end}
        pages={data?.pages.length}
      />
    </>
  );
}

type Acted = Profile['activity'][number] | Profile['reposts'][number];

/** Draws rows in parts, which leave the page while off screen. A run of boosts is one row until the reader opens it. */
export function ActivityRows({ items }: { items: readonly Acted[] }) {
  const entries = foldBoostRuns(items);
  const names = namesOf(entries.map(([first]) => first));
  const starts = Array.from(
    { length: Math.ceil(entries.length / ROWS_IN_STRETCH) },
    (_, stretch) => stretch * ROWS_IN_STRETCH,
  );
  return starts.map((start) => {
    const ids = names.slice(start, start + ROWS_IN_STRETCH);
    return (
      <ListPart key={start}>
        <SlidingList ids={ids} className="flex flex-col gap-3 px-3 pb-3">
          {entries
            .slice(start, start + ROWS_IN_STRETCH)
            .map((run, index) =>
              run.length === 1 ? (
                <ActivityRow key={ids[index]} item={run[0]} />
              ) : (
                <BoostedRun key={ids[index]} run={run} />
              ),
            )}
        </SlidingList>
      </ListPart>
    );
  });
}

/** Adds a count to each id, because ids repeat. It counts from the front, so that names stay while older acts load. */
function namesOf(items: readonly { readonly id: string }[]): string[] {
  const times = new Map<string, number>();
  return items.map(({ id }) => {
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return `${id} ${time}`;
  });
}
