import { beforeEach, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { fakeWebSockets, sendFrame } from '../../../test/fake-web-socket.ts';
import { advanceClockAtEachRead, fakeApiPerTest, queryClientFor, renderWith } from '../../../test/page.tsx';
import { ownUser, questionId, sampleMessage, sampleQuestion } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/cache.ts';
import { questionQueries, questionRef } from '../../shared/questions/question.queries.ts';
import { LiveProvider } from '../../shared/realtime/live-provider.tsx';
import { useRoom } from './use-room.ts';

let reads: PromiseWithResolvers<object>[];
const api = fakeApiPerTest(({ path }) => {
  if (path.endsWith('/room')) return { from: 2, to: 1, lastNumber: 1, entries: [] };
  const answer = Promise.withResolvers<object>();
  reads.push(answer);
  return answer.promise;
});
fakeWebSockets();
beforeEach(() => {
  reads = [];
  advanceClockAtEachRead();
});

const whispered = { isRevealed: false, replyBoostThreshold: 3, boostCount: 2, revealCount: 2 };
const revealed = {
  ...whispered,
  isRevealed: true,
  boostCount: 3,
  revealCount: 3,
  description: 'Now everyone hears it.',
};

function Room() {
  const { data } = useQuery(questionQueries.detail(questionId));
  return data ? <Chat detail={data} /> : null;
}
function Chat({ detail }: { detail: ReturnType<typeof sampleQuestion> }) {
  useRoom(detail);
  return null;
}

it('the room keeps a live count if the read after a reveal returns an older one', async () => {
  const client = queryClientFor();
  const { queryKey } = questionQueries.detail(questionId);
  const status = queryKeys.boost.status(questionRef({ id: questionId }));
  client.setQueryData(queryKey, sampleQuestion([sampleMessage(1)], whispered));
  client.setQueryData(status, { isBoosted: false, boostCount: 2 });
  renderWith(
    client,
    <LiveProvider userId={ownUser.id}>
      <Room />
    </LiveProvider>,
  );
  const answer = (detail: object) => act(async () => reads.at(-1)?.resolve(detail));
  await waitFor(() => expect(reads).toHaveLength(1));
  await answer(sampleQuestion([sampleMessage(1)], whispered));
  const data = { message: '', questionId };
  const count = (boostCount: number, revision: number) =>
    sendFrame({ type: 'counts', data: { ...data, revision, boostCount, repostCount: 0 } });
  await count(3, 1);
  const news = { from: 2, to: 2, entries: [{ number: 2, entry: 'revealed', revealCount: 3, openedAt: null }] };
  await sendFrame({ type: 'room', data: { ...data, discussionCount: 1, ...news } });
  await waitFor(() => expect(reads).toHaveLength(2));
  await count(5, 2);
  await waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject({ boostCount: 5 }));
  await answer(sampleQuestion([sampleMessage(1)], { ...revealed, lastNumber: 2 }));
  await waitFor(() =>
    expect(client.getQueryData(queryKey)).toMatchObject({ isRevealed: true, description: revealed.description }),
  );
  expect(client.getQueryData(queryKey)).toMatchObject({ boostCount: 5 });
  expect(client.getQueryData(status)).toEqual({ isBoosted: false, boostCount: 5 });
});

it('the room polls for entries after its last number, not for the whole question', async () => {
  jest.useFakeTimers();
  const { isMine: _, ...discussion } = sampleMessage(2);
  const news = { from: 2, to: 2, lastNumber: 2, entries: [{ number: 2, entry: 'message', discussion }] };
  const newest = { ...news, from: 3, entries: [] };
  api.answer = ({ path, query }) => {
    if (!path.endsWith('/room')) return sampleQuestion([sampleMessage(1)]);
    return query.get('after') === '1' ? news : newest;
  };
  renderWith(queryClientFor(), <Room />);
  const wholes = () => api.reads.filter((path) => path === `/api/questions/${questionId}`).length;
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  const before = wholes();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(api.reads.at(-1)).toBe(`/api/questions/${questionId}/room?after=2`);
  expect(wholes()).toBe(before);
});
