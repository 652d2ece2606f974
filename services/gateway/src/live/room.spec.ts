import type { RoomEntryView, ServerFrame, SharedEntry } from '@hearsay/contracts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { presentSharedEntry } from '../present/content.js';
import { messageEntry } from '../tests/views.suite.js';
import { Room, type RoomSources } from './room.js';
import type { RoomViewer } from './room-frames.js';

const questionId = '01890000-0000-7000-8000-000000000001';
const message = (number: number): RoomEntryView => messageEntry(questionId, number);
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

const payloadOf = (frame: Buffer): ServerFrame => JSON.parse(frame.toString()) as ServerFrame;

class RecordingViewer implements RoomViewer {
  readonly raw: Buffer[] = [];
  readonly pendingResyncs: string[] = [];
  isSlow = false;

  write(frame: Buffer): boolean {
    if (this.isSlow) return false;
    this.raw.push(frame);
    return true;
  }

  queueResync(pendingQuestion: string): void {
    this.pendingResyncs.push(pendingQuestion);
  }

  get types(): string[] {
    return this.raw.map((frame) => payloadOf(frame).type);
  }

  get entries(): SharedEntry[] {
    return this.raw.map(payloadOf).flatMap((frame) => (frame.type === 'room' ? frame.data.entries : []));
  }

  get numbers(): number[] {
    return this.entries.map(({ number }) => number);
  }
}

class Content implements RoomSources {
  committed: RoomEntryView[] = [];
  asked: number[] = [];
  isAway = false;
  cardsAreAway = false;

  commit(count: number): RoomEntryView[] {
    const added = range(this.committed.length + 1, this.committed.length + count).map(message);
    this.committed.push(...added);
    return added;
  }

  async entries(_: string, after: number) {
    this.asked.push(after);
    if (this.isAway) throw new Error('away');
    return { entries: this.committed.slice(after, after + 500), ...(await this.head()) };
  }

  async head() {
    return { lastNumber: this.committed.length, replyCount: this.committed.length };
  }

  async presentNew(views: readonly RoomEntryView[]): Promise<SharedEntry[]> {
    if (this.cardsAreAway) throw new Error('away');
    return views.map((view) => presentSharedEntry(view, new Map(), new Map(), 0));
  }

  present = (_: string, views: readonly RoomEntryView[]) => this.presentNew(views);
}

describe('a room', () => {
  let content: Content;
  let room: Room;
  const counts = { revision: 1, boostCount: 1, repostCount: 0 };
  const start = (lastNumber = 0) => {
    content.commit(lastNumber);
    room = new Room(questionId, content, { lastNumber, replyCount: lastNumber }, counts);
  };
  const receive = (entries: readonly RoomEntryView[]) =>
    room.receive({ questionId, replyCount: 0, entries: [...entries] });
  const watch = async (after: number | null = null) => {
    const viewer = new RecordingViewer();
    expect(await room.join(viewer, after, () => true)).toBe('joined');
    return viewer;
  };
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const receiveAndSend = async (entries: readonly RoomEntryView[]) => {
    receive(entries);
    await pass(25);
  };

  beforeEach(() => {
    jest.useFakeTimers();
    content = new Content();
    start();
  });
  afterEach(() => {
    room.close();
    jest.useRealTimers();
  });

  it('a room sends all entries of a tick in one frame, which is encoded once', async () => {
    const viewers = [await watch(), await watch()];
    for (const entry of content.commit(3)) receive([entry]);
    await pass(24);
    expect(viewers[0]!.types).toEqual(['joined']);
    await pass(1);
    expect(viewers[0]!.numbers).toEqual([1, 2, 3]);
    expect(viewers[0]!.types).toEqual(['joined', 'room']);
    expect(viewers[0]!.raw[1]).toBe(viewers[1]!.raw[1]);
  });

  it('a room keeps early entries until the missing number arrives', async () => {
    const viewer = await watch();
    const [one, two, three] = content.commit(3);
    receive([three!]);
    await pass(50);
    expect(viewer.numbers).toEqual([]);
    receive([two!]);
    receive([one!]);
    await pass(25);
    expect(viewer.numbers).toEqual([1, 2, 3]);
    await pass(1000);
    expect(content.asked).toEqual([]);
  });

  it('a room fetches a missing number after 100 ms, and again while content is down', async () => {
    const viewer = await watch();
    const [, two] = content.commit(2);
    content.isAway = true;
    receive([two!]);
    await pass(99);
    expect(content.asked).toEqual([]);
    await pass(1);
    expect(content.asked).toEqual([0]);
    content.isAway = false;
    await pass(525);
    expect(content.asked).toEqual([0, 0]);
    expect(viewer.numbers).toEqual([1, 2]);
  });

  it('a room sends every number once, even if entries arrive repeatedly and out of order', async () => {
    const viewer = await watch();
    const entries = content.commit(40);
    let seed = 7;
    const shuffled = [...entries, ...entries].sort(() => {
      seed = (seed * 16807) % 2147483647;
      return seed % 2 === 0 ? 1 : -1;
    });
    for (const entry of shuffled) receive([entry]);
    await pass(1000);
    expect(viewer.numbers).toEqual(range(1, 40));
  });

  it('a room that is behind the number of its head reads the missing entries', async () => {
    const viewer = await watch();
    content.commit(4);
    room.receiveHead({ lastNumber: 4, replyCount: 4 });
    await pass(25);
    expect(viewer.numbers).toEqual([1, 2, 3, 4]);
  });

  it('a room sends `resync` to all viewers if it is more than 500 entries behind', async () => {
    const viewer = await watch();
    content.commit(501);
    room.receiveHead({ lastNumber: 501, replyCount: 501 });
    await pass(100);
    expect(viewer.types).toEqual(['joined', 'resync']);
    expect(content.asked).toEqual([]);
    expect((await watch(501)).types).toEqual(['joined']);
  });

  it.each([0, 1, 99, 100, 150, 299, 300])(
    'gives a viewer that returns with %i of 300 exactly the rest',
    async (after) => {
      await watch();
      for (const entry of content.commit(300)) receive([entry]);
      await pass(25);
      const viewer = await watch(after);
      expect(viewer.numbers).toEqual(range(after + 1, 300));
      expect(content.asked).toEqual(after < 100 ? [0] : []);
    },
  );

  it('viewers who return at the same time share one read of the missed entries', async () => {
    start(300);
    const viewers = Array.from({ length: 50 }, () => new RecordingViewer());
    await Promise.all(viewers.map((viewer, index) => room.join(viewer, 10 + index, () => true)));
    for (const [index, viewer] of viewers.entries()) expect(viewer.numbers).toEqual(range(11 + index, 300));
    expect(content.asked).toEqual([0]);
  });

  it('a room sends each entry once when entries arrive during a join', async () => {
    start(300);
    const viewer = new RecordingViewer();
    const joining = room.join(viewer, 250, () => true);
    await receiveAndSend(content.commit(5));
    expect(await joining).toBe('joined');
    await receiveAndSend(content.commit(2));
    expect(viewer.numbers).toEqual(range(251, 307));
  });

  it('a join leaves out unsent entries, and the next frame of the room contains them', async () => {
    start(300);
    const unsent = content.commit(5);
    const viewer = await watch(250);
    expect(viewer.numbers).toEqual(range(251, 300));
    await receiveAndSend(unsent);
    expect(viewer.numbers).toEqual(range(251, 305));
  });

  it('a join returns `resync` if the viewer is ahead of content or too far behind', async () => {
    start(600);
    expect(await room.join(new RecordingViewer(), 601, () => true)).toBe('resync');
    expect(await room.join(new RecordingViewer(), 99, () => true)).toBe('resync');
    expect((await watch(100)).numbers).toEqual(range(101, 600));
  });

  it('a room does not add a viewer that leaves during the join', async () => {
    start(300);
    const viewer = new RecordingViewer();
    expect(await room.join(viewer, 10, () => false)).toBe('left');
    expect(viewer.raw).toEqual([]);
    expect(room.viewers.size).toBe(0);
  });

  it('after a reveal, a room reads the earlier entries again for returning viewers', async () => {
    const viewer = await watch();
    await receiveAndSend(content.commit(2));
    content.committed.push({ number: 3, entry: 'revealed', revealCount: 5 });
    await receiveAndSend([content.committed[2]!]);
    expect(viewer.numbers).toEqual([1, 2, 3]);
    expect((await watch(2)).numbers).toEqual([3]);
    expect(content.asked).toEqual([]);
    expect((await watch(0)).numbers).toEqual([1, 2, 3]);
    expect(content.asked).toEqual([0]);
  });

  it('once a hiding has begun, a room reads the entries again for returning viewers', async () => {
    const viewer = await watch();
    await receiveAndSend(content.commit(3));
    const tombstone = { number: 2, entry: 'removed' as const, replyId: '01890000-0000-7000-8000-000000000002' };
    content.committed[1] = tombstone;
    room.receiveHead({ lastNumber: 3, replyCount: 3, isHiding: true });
    const returned = await watch(0);
    const kinds = returned.entries.map(({ number, entry }) => `${number} ${entry}`);
    expect(kinds).toEqual(['1 message', '2 removed', '3 message']);
    await receiveAndSend(content.commit(1));
    expect([viewer.numbers, returned.numbers]).toEqual([range(1, 4), range(1, 4)]);
    expect((await watch(3)).numbers).toEqual([4]);
  });

  it('a room sends only the newest counts of a tick, and later no older ones', async () => {
    const viewer = await watch();
    for (const revision of [3, 2, 7, 5]) room.receiveCounts({ revision, boostCount: revision, repostCount: 0 });
    await pass(25);
    room.receiveCounts({ revision: 6, boostCount: 6, repostCount: 0 });
    await pass(25);
    const sent = viewer.raw.map(payloadOf).filter(({ type }) => type === 'counts');
    expect(sent).toEqual([
      { type: 'counts', data: { message: '', questionId, revision: 7, boostCount: 7, repostCount: 0 } },
    ]);
  });

  it('a room drops a slow viewer, queues a `resync` for it, and serves the others', async () => {
    const [slow, quick] = [await watch(), await watch()];
    slow.isSlow = true;
    await receiveAndSend(content.commit(1));
    expect(slow.pendingResyncs).toEqual([questionId]);
    expect(quick.numbers).toEqual([1]);
    slow.isSlow = false;
    await receiveAndSend(content.commit(1));
    expect(slow.numbers).toEqual([]);
    expect(room.viewers.size).toBe(1);
  });

  it('a room keeps entries that it cannot present, and sends them later in order', async () => {
    const viewer = await watch();
    content.cardsAreAway = true;
    receive(content.commit(1));
    await pass(200);
    receive(content.commit(1));
    await pass(200);
    expect(viewer.numbers).toEqual([]);
    content.cardsAreAway = false;
    await pass(600);
    expect(viewer.numbers).toEqual([1, 2]);
  });

  it('a room sends `resync` to all viewers if too many entries cannot be presented', async () => {
    const viewer = await watch();
    content.cardsAreAway = true;
    for (let round = 0; round < 25; round += 1) receive(content.commit(100));
    await pass(600);
    content.cardsAreAway = false;
    expect(viewer.types).toEqual(['joined', 'resync']);
  });
});
