import { type Discussion, Discussions, RoomPage } from '@hearsay/contracts';
import { read } from '../../shared/api/api-client.ts';
import type { LaterPage } from './room.ts';

/** Numbers of a room in one page of later messages. The server answers so many messages at most, so none is left out. */
const laterPage = 100;

/** The messages after a number, oldest first. Pages whose messages are all gone are passed over. */
export async function readLater(questionId: string, after: number, lastNumber: number): Promise<LaterPage> {
  for (let upTo = after + laterPage; ; upTo += laterPage) {
    const path = `/api/questions/${questionId}/discussions?before=${upTo + 1}&limit=${laterPage}`;
    const messages = (await read(Discussions, path)).filter(({ number }) => number > after);
    if (messages.length > 0 || upTo >= lastNumber) return { after, upTo, lastNumber, messages };
  }
}

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
