import { ContentLocation, Discussion, Discussions, type Question, QuestionDetail, RoomPage } from '@hearsay/contracts';
import { queryOptions } from '@tanstack/react-query';
import { read } from '../api/api-client.ts';
import { queryKeys } from '../api/query-keys.ts';

export const questionQueries = {
  /** A question with the newest messages of its chat. What changes in its room is polled by `readRoom`. */
  detail: (id: string) =>
    queryOptions({
      queryKey: queryKeys.question.detail(id),
      queryFn: ({ signal }) => read(QuestionDetail, `/api/questions/${encodeURIComponent(id)}`, signal),
      staleTime: 0,
    }),

  /** One reply by itself, such as the pinned one of a card. */
  reply: (id: string) =>
    queryOptions({
      queryKey: queryKeys.reply(id),
      queryFn: ({ signal }) => read(Discussion, `/api/discussions/${encodeURIComponent(id)}`, signal),
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

/** Everything that happened in a room after a number, however much it is; nothing new costs one small answer. */
export async function readRoom(
  questionId: string,
  after: number,
  signal?: AbortSignal,
): Promise<Pick<RoomPage, 'from' | 'to' | 'entries'>> {
  const first = await read(RoomPage, `/api/questions/${questionId}/room?after=${after}`, signal);
  const entries = [...first.entries];
  let { to, lastNumber } = first;
  while (to < lastNumber) {
    const next = await read(RoomPage, `/api/questions/${questionId}/room?after=${to}`, signal);
    if (next.to <= to) break;
    entries.push(...next.entries);
    ({ to, lastNumber } = next);
  }
  return { from: first.from, to, entries };
}

export const questionRef = (question: Pick<Question, 'id'>) => ({ contentType: 'question', contentId: question.id }) as const;
