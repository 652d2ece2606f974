import type { OwnContentItem } from '@hearsay/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { removeContent } from '../../shared/cards/content-acts.ts';
import { contentRefOf } from '../../shared/cards/feed-card.tsx';
import { loadCode } from '../../shared/errors/new-build.ts';
import { ListEnd } from '../../shared/lists/list-end.tsx';
import { SlidingList } from '../../shared/lists/sliding-list.tsx';
import { useUser, useUserId } from '../../shared/session/session.ts';
import { askTexts } from '../../shared/texts/acts.ts';
import { myContentTexts as texts } from '../../shared/texts/my-content.ts';
import { podcastFeedTexts } from '../../shared/texts/podcast-feed.ts';
import { publishTexts } from '../../shared/texts/publish.ts';
import { LinkButton } from '../../shared/ui/button.tsx';
import { askToConfirm } from '../../shared/ui/dialog-store.ts';
import { UploadIcon } from '../../shared/ui/icons.tsx';
import { EmptyState, LoadingOrFailedState, LoadingState, PageTitle } from '../../shared/ui/states.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { ownContentQueries } from './own-content.queries.ts';
import { OwnContentCard } from './own-content-card.tsx';

const BookmarkList = lazy(() => loadCode(() => import('./bookmarks.tsx')));

const tabs = (['own', 'bookmarks'] as const).map((name) => ({ name, label: texts.tabs[name] }));

const askToDelete = { question: askTexts.deleteQuestion, podcast: askTexts.deletePodcast };

export default function MyContentPage() {
  const userId = useUserId();
  const isCreator = useUser()?.isCreator;
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'bookmarks' ? 'bookmarks' : 'own';
  const select = (name: string) => setParams(name === 'own' ? {} : { tab: name }, { replace: true });
  return (
    <>
      <PageTitle
        aside={
          <LinkButton to="/create?type=podcast" weight="quiet" aria-label={publishTexts.heading}>
            <UploadIcon size={19} />
            <span>{texts.podcast}</span>
          </LinkButton>
        }
      >
        {texts.title}
      </PageTitle>
      {isCreator && (
        <p className="px-4 pb-2">
          <Link
            to="/podcast-feed"
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {podcastFeedTexts.link}
          </Link>
        </p>
      )}
      {userId === null ? (
        <LoadingState />
      ) : (
        <Tabs label={texts.tabs.label} tabs={tabs} selected={tab} onSelect={select}>
          {tab === 'own' ? (
            <OwnList userId={userId} />
          ) : (
            <Suspense fallback={<LoadingState />}>
              <BookmarkList userId={userId} />
            </Suspense>
          )}
        </Tabs>
      )}
    </>
  );
}

function OwnList({ userId }: { userId: string }) {
  const client = useQueryClient();
  const [edited, setEdited] = useState<OwnContentItem | null>(null);
  const list = useInfiniteQuery(ownContentQueries.list(userId));
  const { data, isError, refetch } = list;

  const remove = async (item: OwnContentItem) => {
    if (!(await askToConfirm(askToDelete[item.kind], texts.delete))) return;
    await removeContent({ client, userId }, contentRefOf(item), item.kind);
  };

  if (!data) return <LoadingOrFailedState isError={isError} text={texts.failed} onRetry={refetch} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0 && !list.hasNextPage) {
    return (
      <EmptyState text={texts.empty}>
        <LinkButton to="/create">{texts.toCreate}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <SlidingList ids={items.map(({ id }) => id)} className="flex flex-col gap-3 px-3">
        {items.map((item) => (
          <OwnContentCard key={item.id} item={item} onEdit={() => setEdited(item)} onDelete={() => void remove(item)} />
        ))}
      </SlidingList>
      <ListEnd list={list} failed={texts.failed} end={texts.end} />
      {edited && <EditDialog key={edited.id} item={edited} userId={userId} onClose={() => setEdited(null)} />}
    </>
  );
}
