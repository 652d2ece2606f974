import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { Line } from '../../../test/line.ts';
import { renderWith } from '../../../test/render.tsx';
import { message, ownUser, question, questionId } from '../../../test/sample-content.ts';
import { queryKeys } from '../../shared/api/query-keys.ts';
import { questionQueries, questionRef } from '../../shared/questions/question.queries.ts';
import { LiveProvider } from '../../shared/realtime/live-provider.tsx';
import { createQueryClient } from '../../shared/session/query-client.ts';
import { useRoom } from './use-room.ts';

const real = { fetch: globalThis.fetch, WebSocket: globalThis.WebSocket };

let reads: PromiseWithResolvers<Response>[];
beforeEach(() => {
  reads = [];
  Line.last = undefined;
  globalThis.WebSocket = Line as unknown as typeof WebSocket;
  globalThis.fetch = jest.fn<typeof fetch>(async (input) => {
    if (String(input).includes('/room')) return Response.json({ from: 2, to: 1, lastNumber: 1, entries: [] });
    const answer = Promise.withResolvers<Response>();
    reads.push(answer);
    return answer.promise;
  });
  // A clock that never repeats: request and event times must differ.
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => ++now);
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(globalThis, real);
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
function Chat({ detail }: { detail: ReturnType<typeof question> }) {
  useRoom(detail);
  return null;
}

it('keeps a live count if the read after a reveal returns an older one', async () => {
  const client = createQueryClient();
  const { queryKey } = questionQueries.detail(questionId);
  const status = queryKeys.boost.status(questionRef({ id: questionId }));
  client.setQueryData(queryKey, question([message(1)], whispered));
  client.setQueryData(status, { isBoosted: false, boostCount: 2 });
  const { unmount } = renderWith(
    client,
    <LiveProvider userId={ownUser.id}>
      <Room />
    </LiveProvider>,
  );
  const answer = (detail: object) => act(async () => reads.at(-1)?.resolve(Response.json(detail)));
  await waitFor(() => expect(reads).toHaveLength(1));
  await answer(question([message(1)], whispered));
  const line = await waitFor(() => Line.last ?? expect(Line.last).toBeDefined());
  const receive = (frame: object) => act(async () => (line as Line).onmessage?.({ data: JSON.stringify(frame) }));
  const count = (boostCount: number, revision: number) => ({
    type: 'counts',
    data: { message: '', questionId, revision, boostCount, repostCount: 0 },
  });
  await receive(count(3, 1));
  const news = { from: 2, to: 2, entries: [{ number: 2, entry: 'revealed', revealCount: 3 }] };
  await receive({ type: 'room', data: { message: '', questionId, discussionCount: 1, ...news } });
  await waitFor(() => expect(reads).toHaveLength(2));
  await receive(count(5, 2));
  await waitFor(() => expect(client.getQueryData(queryKey)).toMatchObject({ boostCount: 5 }));
  await answer(question([message(1)], { ...revealed, lastNumber: 2 }));
  await waitFor(() =>
    expect(client.getQueryData(queryKey)).toMatchObject({ isRevealed: true, description: revealed.description }),
  );
  expect(client.getQueryData(queryKey)).toMatchObject({ boostCount: 5 });
  expect(client.getQueryData(status)).toEqual({ isBoosted: false, boostCount: 5 });
  unmount();
});
