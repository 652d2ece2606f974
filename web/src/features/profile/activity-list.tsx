import { limits, type Profile } from '@hearsay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { Sliding } from '../../shared/lists/sliding.tsx';
import { actedAt, personQueries } from '../../shared/people/person.queries.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { EmptyState } from '../../shared/ui/states.tsx';
import { Stretch } from '../../shared/ui/stretch.tsx';
import { ActivityRow } from './activity-row.tsx';

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
  // The server leaves removed items out, so an incomplete list may be short. Below half the limit it is complete.
  const mayHaveOlder = items.length > limits.profileActivity / 2;
  const older = useInfiniteQuery({
    ...personQueries.older(userId, name, last ? actedAt(last) : ''),
    enabled: ({ state }) => state.data !== undefined,
  });
  const { data, isFetching } = older;
  const hasNextPage = mayHaveOlder && (!data || older.hasNextPage);

  if (items.length === 0) return <EmptyState text={emptyText} />;
  const all = [...items, ...(data?.pages.flat() ?? [])];
  const names = namesOf(all);
  const starts = Array.from(
    { length: Math.ceil(all.length / ROWS_IN_STRETCH) },
    (_, stretch) => stretch * ROWS_IN_STRETCH,
  );
  return (
    <>
      {starts.map((start) => {
        const ids = names.slice(start, start + ROWS_IN_STRETCH);
        return (
          <Stretch key={start}>
            <Sliding ids={ids} className="flex flex-col gap-3 px-3 pb-3">
              {all.slice(start, start + ROWS_IN_STRETCH).map((item, index) => (
                <ActivityRow key={ids[index]} item={item} />
              ))}
            </Sliding>
          </Stretch>
        );
      })}
      <ListEnd
        list={{ ...older, hasNextPage, isFetchingNextPage: isFetching }}
        failed={peopleTexts.reads.profile}
        end={texts.end}
        pages={data?.pages.length}
      />
    </>
  );
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
