import type { ServerFrame } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RoomCounts, RoomHead } from './room.js';
import type { RoomViewer } from './room-audience.js';
import { Rooms, type RoomsSources } from './rooms.js';

const questionId = '01890000-0000-7000-8000-000000000001';
const visitor = () => {
  const frames: ServerFrame[] = [];
  const write = (frame: Buffer) => {
    const length = frame[1]! & 0x7f;
    frames.push(JSON.parse(frame.subarray(length < 126 ? 2 : 4).toString()) as ServerFrame);
    return true;
  };
  return { frames, viewer: { write, queueResync: () => undefined } satisfies RoomViewer };
};

describe('a question that is approved while its room is entered', () => {
  let rooms: Rooms | undefined;
  afterEach(() => rooms?.stop());

  /** Nothing of it is heard live. */
  const roomsOf = (sources: Partial<RoomsSources>): Rooms => {
    rooms = new Rooms(
      { subscribe: () => ({ unsubscribe: () => undefined }), ...sources } as RoomsSources,
      { debug: () => undefined } as unknown as Logger,
    );
    return rooms;
  };
  const enter = (entered: Rooms, viewer: RoomViewer, accountId: string | null) =>
    entered.join(viewer, questionId, null, () => true, accountId);

  it('lets visitors in who come before the approval is heard of', async () => {
    let isApproved = false;
    const watched = roomsOf({
      head: async (): Promise<RoomHead> => ({ lastNumber: 0, replyCount: 0, isWaiting: true }),
      counts: async () => new Map(),
      countsFor: async () => null,
      maySee: async (_, accountId) => isApproved || accountId === 'asker',
    });
    expect(await enter(watched, visitor().viewer, 'asker')).toBe('done');
    expect(await enter(watched, visitor().viewer, null)).toBe('not_found');
    isApproved = true;
    expect(await enter(watched, visitor().viewer, null)).toBe('done');
  });

  it('has its counters, also when these were asked for before and its head after', async () => {
    const answers: ReadonlyMap<string, RoomCounts>[] = [new Map(), new Map([[questionId, { revision: 3, boostCount: 2, repostCount: 1 }]])];
    const watched = roomsOf({
      head: async (): Promise<RoomHead> => ({ lastNumber: 1, replyCount: 0, isWaiting: false }),
      counts: async () => answers.shift() ?? new Map(),
    });
    const { frames, viewer } = visitor();
    await enter(watched, viewer, null);
    expect(frames).toMatchObject([{ type: 'joined', data: { revision: 3, boostCount: 2, repostCount: 1 } }]);
  });
});
