import { ContentLocation, Discussion, type Question, QuestionDetail } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/cache.ts';
import { withLatestCounts } from '../boosts/boost.queries.ts';

export const questionQueries = {
  /** Includes the chat's newest messages. `useRoom` polls for later changes. */
  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.question.detail(id),
      queryFn: async ({ signal, client }) => {
        const askedAt = Date.now();
        return withLatestCounts(
          client,
          await read(QuestionDetail, `/api/questions/${encodeURIComponent(id)}`, signal),
          askedAt,
        );
      },
      staleTime: 0,
    }),

  reply: (id: string) =>
    queryOptions({
      queryKey: queryKeys.reply(id),
      queryFn: ({ signal }) => read(Discussion, `/api/discussions/${encodeURIComponent(id)}`, signal),
    }),

  location: (id: string) =>
    queryOptions({
      queryKey: queryKeys.location(id),
      queryFn: ({ signal }) => read(ContentLocation, `/api/content/${encodeURIComponent(id)}`, signal),
    }),
};

export const questionRef = (question: Pick<Question, 'id'>) =>
  ({ contentType: 'question', contentId: question.id }) as const;
