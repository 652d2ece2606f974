import { ContentLocation, type Discussion, Discussions, type Question, QuestionDetail } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { caching } from '../api/caching.ts';
import { queryKeys } from '../api/query-keys.ts';

export const questionQueries = {
  /** A question with the newest messages of its chat, asked again every three seconds while it is looked at. */
  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.question.detail(id),
      queryFn: ({ signal }) => read(QuestionDetail, `/api/questions/${encodeURIComponent(id)}`, signal),
      refetchInterval: caching.poll.chat,
      staleTime: 0,
    }),

  /** Where the thing with this id is shown. */
  location: (id: string) =>
    queryOptions({
      queryKey: queryKeys.location(id),
      queryFn: ({ signal }) => read(ContentLocation, `/api/content/${encodeURIComponent(id)}`, signal),
    }),
};

/** The messages before a number, oldest first. */
export const readEarlier = (questionId: string, before: number): Promise<Discussion[]> =>
  read(Discussions, `/api/questions/${questionId}/discussions?before=${before}&limit=50`);

export const questionRef = (question: Pick<Question, 'id'>) => ({ contentType: 'question', contentId: question.id }) as const;
