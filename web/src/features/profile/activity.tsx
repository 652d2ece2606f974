import { PostKind, type Profile } from '@hearsay/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { personQueries } from '../../shared/people/person.queries.ts';
import { peopleTexts } from '../../shared/texts/people.ts';
import { Choices } from '../../shared/ui/choices.tsx';
import { EmptyState, LoadingOrFailedState } from '../../shared/ui/states.tsx';
import { ActivityList, ActivityRows } from './activity-list.tsx';

const texts = peopleTexts.profile;

interface ActivityProps {
  readonly user: Pick<Profile['user'], 'id' | 'username' | 'showActivity'>;
  readonly items: Profile['activity'];
  readonly isOwn: boolean;
  readonly which: string | null;
  readonly onChoose: (which: PostKind | 'all') => void;
}

/**
 * While a person hides their activity, others see none of their answers. Episodes stay, because they always show their
 * author.
 */
export function ProfileActivity({ user, items, isOwn, which, onChoose }: ActivityProps) {
  const isShown = user.showActivity || isOwn;
  const kinds = PostKind.options.filter((kind) => isShown || kind !== 'answer');
  const chosen = kinds.find((kind) => kind === which) ?? 'all';
  return (
    <>
      <div className="px-3 pb-3">
        <Choices
          legend={texts.which.legend}
          isLegendHidden
          name="activity"
          choices={(['all', ...kinds] as const).map((value) => ({ value, label: texts.which[value] }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      </div>
      {chosen === 'all' ? (
        <ActivityList
          userId={user.id}
          name="activity"
          items={items}
          emptyText={isShown ? texts.noActivity : texts.hiddenActivity(user.username)}
        />
      ) : (
        <Posts key={chosen} userId={user.id} kind={chosen} />
      )}
    </>
  );
}

function Posts({ userId, kind }: { userId: string; kind: PostKind }) {
  const list = useInfiniteQuery(personQueries.posts(userId, kind));
  const { data, isError, refetch, hasNextPage } = list;
  if (!data) return <LoadingOrFailedState isError={isError} text={texts.postsFailed} onRetry={refetch} />;
  const items = data.pages.flat();
  if (items.length === 0 && !hasNextPage) return <EmptyState text={texts.none[kind]} />;
  return (
    <>
      <ActivityRows items={items} />
      <ListEnd list={list} failed={texts.postsFailed} end={texts.end} pages={data.pages.length} />
    </>
  );
}
