import { Discussions, limits, type QuestionDetail, RoomPage } from '@hearsay/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { ApiError, isNotFound, read } from '../../shared/api/api-client.ts';
import { queryKeys, querySettings } from '../../shared/api/cache.ts';
import { storeLatestBoostCount, updateBoostCount } from '../../shared/boosts/boost.queries.ts';
import { questionQueries, questionRef } from '../../shared/questions/question.queries.ts';
import { useLive, useLiveFrames } from '../../shared/realtime/live-provider.tsx';
import { emptyRoom, type LaterPage, type RoomAction, roomReducer } from './room.ts';
import { useThrottledValue } from './use-throttled.ts';

/** Room numbers per page. The server returns up to this many messages, so a page skips no message. */
const laterPage = 100;

async function readLater(questionId: string, after: number, lastNumber: number): Promise<LaterPage> {
  for (let upTo = after + laterPage; ; upTo += laterPage) {
    const path = `/api/questions/${questionId}/discussions?before=${upTo + 1}&limit=${laterPage}`;
    const messages = (await read(Discussions, path)).filter(({ number }) => number > after);
    if (messages.length > 0 || upTo >= lastNumber) return { after, upTo, lastNumber, messages };
  }
}

async function readRoom(
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

/** Limits how often the shown reply count changes, because each change redraws other parts of the page. */
const COUNTED_EVERY_MS = 1000;

/** Joins a question's room and keeps its chat complete. Give the component a `key` per question. */
export function useRoom(detail: QuestionDetail) {
  const client = useQueryClient();
  const live = useLive();
  const [room, dispatch] = useReducer(roomReducer, detail, firstRoom);
  const questionId = detail.id;
  const lastNumber = useRef(room.lastNumber);
  lastNumber.current = room.lastNumber;
  const revision = useRef(-1);

  // Runs only when the list of messages is new. Live counts replace the cached data without a new list.
  const latestDetail = useRef(detail);
  latestDetail.current = detail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    dispatch(snapshotOf(latestDetail.current));
    updateBoostCount(client, questionRef(detail), latestDetail.current.boostCount);
    for (const { id, boostCount } of detail.discussions)
      updateBoostCount(client, { contentType: 'discussion', contentId: id }, boostCount);
  }, [detail.discussions, detail.lastNumber, client]);

  const write = useCallback(
    (change: (known: QuestionDetail) => QuestionDetail) =>
      client.setQueryData(questionQueries.detail(questionId).queryKey, (known) => known && change(known)),
    [client, questionId],
  );

  const discussionCount = useThrottledValue(room.discussionCount, COUNTED_EVERY_MS);
  useEffect(() => {
    write((known) => (known.discussionCount === discussionCount ? known : { ...known, discussionCount }));
  }, [discussionCount, write]);

  useEffect(() => live?.enterRoom(questionId, () => lastNumber.current), [live, questionId]);

  const takeCount = (boostCount: number) => {
    storeLatestBoostCount(client, questionRef(detail), boostCount);
    updateBoostCount(client, questionRef(detail), boostCount);
    write((known) => ({ ...known, boostCount, revealCount: known.isRevealed ? known.revealCount : boostCount }));
  };

  useLiveFrames((frame) => {
    if (!('questionId' in frame.data) || frame.data.questionId !== questionId) return;
    if (frame.type === 'room') dispatch({ type: 'news', news: frame.data });
    if (frame.type === 'resync') dispatch({ type: 'resync' });
    if (frame.type === 'error') void client.invalidateQueries(questionQueries.detail(questionId));
    if (frame.type === 'joined') dispatch({ type: 'joined', discussionCount: frame.data.discussionCount });
    if (frame.type === 'joined' || frame.type === 'counts') {
      // Within one connection, revisions never fall. A `joined` frame of a new connection may restart them.
      if (frame.type === 'counts' && frame.data.revision <= revision.current) return;
      revision.current = frame.data.revision;
      takeCount(frame.data.boostCount);
    }
  });
  const polled = usePolledRoom(questionId, lastNumber, dispatch);

  const readAgain = useCallback(async () => {
    try {
      const read = await client.fetchQuery({ ...questionQueries.detail(questionId), staleTime: 0, retry: false });
      dispatch(snapshotOf(read));
    } catch {
      // Needs no handling. The question's own query reports a deletion, and the next poll repeats a failed read.
    }
  }, [client, questionId]);

  // Runs for every join. `asked` counts the joins, because two gaps in a row need two joins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (room.need === 'join') live?.join(questionId);
    if (room.need === 'read') void readAgain();
  }, [room.need, room.asked, live, readAgain, questionId]);

  // Every poll retries a failed read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per answer of the poll.
  useEffect(() => {
    if (room.need === 'read') void readAgain();
  }, [polled]);

  const firstNumber = room.messages[0]?.number;
  const loadEarlier = useCallback(async () => {
    if (firstNumber === undefined) return;
    const pageSize = limits.repliesPage;
    const path = `/api/questions/${questionId}/discussions?before=${firstNumber}&limit=${pageSize}`;
    dispatch({ type: 'earlier', before: firstNumber, messages: await read(Discussions, path), pageSize });
  }, [questionId, firstNumber]);

  const readAfter = useCallback(
    async (after: number) =>
      dispatch({ type: 'later', ...(await readLater(questionId, after, lastNumber.current ?? 0)) }),
    [questionId],
  );
  const toBeginning = useCallback(() => readAfter(0), [readAfter]);
  const { upTo } = room;
  const loadLater = useCallback(async () => {
    if (upTo !== null) await readAfter(upTo);
  }, [readAfter, upTo]);
  const toLatest = useCallback(async () => {
    const read = await client.fetchQuery({ ...questionQueries.detail(questionId), staleTime: 0, retry: false });
    dispatch({ ...snapshotOf(read), type: 'latest' });
  }, [client, questionId]);

  return { room, dispatch, loadEarlier, toBeginning, loadLater, toLatest };
}

function usePolledRoom(
  questionId: string,
  lastNumber: { readonly current: number | null },
  dispatch: (action: RoomAction) => void,
) {
  const client = useQueryClient();
  const { data, error, errorUpdatedAt } = useQuery({
    queryKey: queryKeys.room(questionId),
    queryFn: ({ signal }) => readRoom(questionId, lastNumber.current ?? 0, signal),
    refetchInterval: querySettings.poll.chat,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  useEffect(() => {
    if (data) dispatch({ type: 'news', news: data });
  }, [data, dispatch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `errorUpdatedAt` runs it again for a repeated error.
  useEffect(() => {
    if (isNotFound(error)) void client.invalidateQueries(questionQueries.detail(questionId));
    // 400: the last number on this page is above the room's last number, so the page loads the question again.
    else if (error instanceof ApiError && error.status === 400) dispatch({ type: 'resync' });
  }, [error, errorUpdatedAt, client, questionId, dispatch]);
  return data;
}

const snapshotOf = (detail: QuestionDetail) =>
  ({ type: 'snapshot', detail, pageSize: limits.questionReplies }) as const;
const firstRoom = (detail: QuestionDetail) => roomReducer(emptyRoom, snapshotOf(detail));
