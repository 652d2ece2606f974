import { limits, type QuestionDetail, type ServerFrame } from '@hearsay/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { takeBoostCount } from '../../shared/boosts/boost.queries.ts';
import { questionQueries, questionRef, readEarlier } from '../../shared/questions/question.queries.ts';
import { useLive, useLiveFrames } from '../../shared/realtime/live-provider.tsx';
import { emptyRoom, type RoomAction, roomReducer } from './room.ts';

const EARLIER_PAGE = limits.repliesPage;

/** Joins a question's room and keeps its chat whole. Give it a key by question: a room is one question's. */
export function useRoom(detail: QuestionDetail) {
  const client = useQueryClient();
  const live = useLive();
  const [room, dispatch] = useReducer(roomReducer, detail, firstRoom);
  const questionId = detail.id;
  const lastNumber = useRef(room.lastNumber);
  lastNumber.current = room.lastNumber;
  const revision = useRef(-1);

  useEffect(() => {
    dispatch(snapshotOf(detail));
    takeBoostCount(client, questionRef(detail), detail.boostCount);
    for (const { id, boostCount } of detail.discussions) takeBoostCount(client, { contentType: 'discussion', contentId: id }, boostCount);
  }, [detail, client]);

  useEffect(() => live?.enterRoom(questionId, { lastNumber: () => lastNumber.current }), [live, questionId]);

  const takeCount = (boostCount: number) => {
    takeBoostCount(client, questionRef(detail), boostCount);
    client.setQueryData(
      questionQueries.detail(questionId).queryKey,
      (known) => known && { ...known, boostCount, revealCount: known.isRevealed ? known.revealCount : boostCount },
    );
  };

  const receive = (frame: ServerFrame) => {
    if (!('questionId' in frame.data) || frame.data.questionId !== questionId) return;
    if (frame.type === 'room') dispatch({ type: 'frame', frame: frame.data });
    if (frame.type === 'resync') dispatch({ type: 'resync' });
    if (frame.type === 'error') void client.invalidateQueries(questionQueries.detail(questionId));
    if (frame.type === 'joined')
      dispatch({ type: 'joined', lastNumber: frame.data.lastNumber, discussionCount: frame.data.discussionCount });
    if (frame.type === 'joined' || frame.type === 'counts') {
      // Another connection may count revisions anew; within one they never fall.
      if (frame.type === 'counts' && frame.data.revision <= revision.current) return;
      revision.current = frame.data.revision;
      takeCount(frame.data.boostCount);
    }
  };

  useLiveFrames(receive);

  // `asked` makes every asking its own: two gaps in a row are two joins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    if (room.need === 'join') live?.join(questionId);
    if (room.need === 'read') void client.refetchQueries(questionQueries.detail(questionId));
  }, [room.need, room.asked, live, client, questionId]);

  const firstNumber = room.messages[0]?.number;
  const loadEarlier = useCallback(async () => {
    if (firstNumber === undefined) return;
    dispatch({ type: 'earlier', messages: await readEarlier(questionId, firstNumber), pageSize: EARLIER_PAGE });
  }, [questionId, firstNumber]);

  return { room, dispatch, loadEarlier };
}

const snapshotOf = (detail: QuestionDetail): RoomAction => ({ type: 'snapshot', detail, pageSize: limits.questionMessages });
const firstRoom = (detail: QuestionDetail) => roomReducer(emptyRoom, snapshotOf(detail));
