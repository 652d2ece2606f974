import { type Discussion, Discussions, RoomPage } from '@hearsay/contracts';
import { read } from '../../shared/api/api-client.ts';

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
