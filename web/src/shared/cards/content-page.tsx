import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isNotFound } from '../api/api-client.ts';
import { removeDeletedContent } from '../lists/remove-deleted-content.ts';
import type { Elements } from '../ui/elements.ts';
import { LoadingOrFailedState, NotFoundState, PageTitle } from '../ui/states.tsx';

interface ContentPageProps<Content> {
  readonly id: string;
  readonly query: Pick<UseQueryResult<Content>, 'data' | 'error' | 'refetch'>;
  readonly texts: Readonly<Record<'pageTitle' | 'failed', string>> & {
    readonly notFound: Readonly<Record<'title' | 'text', string>>;
  };
  readonly children: (content: Content) => Elements;
}

/** The page of a question or an episode. If the content is deleted, removes it from all lists. */
export function ContentPage<Content extends { title: string }>(props: ContentPageProps<Content>) {
  const { id, query, texts, children } = props;
  const { data, error, refetch } = query;
  const client = useQueryClient();
  const isGone = isNotFound(error);
  useEffect(() => {
    if (isGone) void removeDeletedContent(client, id);
  }, [client, id, isGone]);
  if (isGone) return <NotFoundState {...texts.notFound} />;
  return (
    <>
      <PageTitle size="small" windowTitle={data?.title}>
        {texts.pageTitle}
      </PageTitle>
      {data ? children(data) : <LoadingOrFailedState isError={error !== null} text={texts.failed} onRetry={refetch} />}
    </>
  );
}
