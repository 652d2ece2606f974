import { type LiveCounts, liveSubjects, type ServerFrame } from '@hearsay/contracts';
import { type Logger, uuidv7 } from '@hearsay/service-runtime';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RoomCounts, RoomHead } from './room.js';
import type { RoomViewer } from './room-frames.js';
import { Rooms, type RoomsSources, WatchedCounts } from './rooms.js';

const first = uuidv7();
const idWhere = (isWanted: (id: string) => boolean): string => {
  const id = uuidv7();
  return isWanted(id) ? id : idWhere(isWanted);
};
const subject = liveSubjects.counts(first);
const second = idWhere((id) => liveSubjects.counts(id) === subject);
const elsewhere = idWhere((id) => liveSubjects.counts(id) !== subject);

const countsOf = (questionId: string, boostCount: number): LiveCounts => ({
  questionId,
  boostCount,
  repostCount: 0,
  revision: boostCount,
});

let subscribed: Map<string, (data: { items: LiveCounts[] }) => void>;
let counts: WatchedCounts;
const seen = (list: LiveCounts[]) => (counts: LiveCounts) => void list.push(counts);

beforeEach(() => {
  subscribed = new Map();
  counts = new WatchedCounts((toSubject, receive) => {
    expect(subscribed.has(toSubject)).toBe(false);
    subscribed.set(toSubject, receive as never);
    return { unsubscribe: () => void subscribed.delete(toSubject) };
  });
});

describe('counts of watched questions', () => {
  it('reach viewers of the question, out of the message for its whole shard', () => {
    const [ofFirst, ofSecond]: LiveCounts[][] = [[], []];
    counts.watch(first, seen(ofFirst!));
    counts.watch(second, seen(ofSecond!));
    subscribed.get(subject)!({ items: [countsOf(first, 1), countsOf(second, 7), countsOf(elsewhere, 9)] });
    expect([ofFirst, ofSecond]).toEqual([[countsOf(first, 1)], [countsOf(second, 7)]]);
  });

  it('need one subscription a shard, from its first watched question to its last', () => {
    const watching = [first, second, elsewhere].map((id) => counts.watch(id, () => undefined));
    expect([...subscribed.keys()].sort()).toEqual([subject, liveSubjects.counts(elsewhere)].sort());
    watching[0]!.unsubscribe();
    expect(subscribed.has(subject)).toBe(true);
    watching[1]!.unsubscribe();
    watching[1]!.unsubscribe();
    expect([...subscribed.keys()]).toEqual([liveSubjects.counts(elsewhere)]);
  });

  it('continue for a question that is watched again while the old watch ends', () => {
    const [old, again]: LiveCounts[][] = [[], []];
    const ending = counts.watch(first, seen(old!));
    counts.watch(first, seen(again!));
    ending.unsubscribe();
    subscribed.get(subject)!({ items: [countsOf(first, 2)] });
    expect([old, again]).toEqual([[], [countsOf(first, 2)]]);
  });
});

const questionId = '01890000-0000-7000-8000-000000000001';
const head: RoomHead = { lastNumber: 0, replyCount: 0 };
const visitor = () => {
  const frames: ServerFrame[] = [];
  const state = { isSlow: false };
  const write = (frame: Buffer) => {
    if (state.isSlow) return false;
    frames.push(JSON.parse(frame.toString()) as ServerFrame);
    return true;
  };
  return { frames, state, viewer: { write, queueResync: () => undefined } satisfies RoomViewer };
};

let rooms: Rooms | undefined;
afterEach(() => rooms?.stop());

const roomsOf = (sources: Partial<RoomsSources>): Rooms => {
  rooms = new Rooms(
    { subscribe: () => ({ unsubscribe: () => undefined }), ...sources } as RoomsSources,
    { debug: () => undefined } as unknown as Logger,
    { perSocket: 2, perProcess: 20_000 },
  );
  return rooms;
};

describe('a question that is approved during a join', () => {
  const enter = (entered: Rooms, viewer: RoomViewer, accountId: string | null) =>
    entered.join(viewer, questionId, null, () => true, accountId);

  it('admits visitors who arrive before the news of its approval', async () => {
    let isApproved = false;
    const watched = roomsOf({
      head: async () => ({ ...head, isWaiting: true }),
      counts: async () => new Map(),
      countsFor: async () => null,
      maySee: async (_, accountId) => isApproved || accountId === 'asker',
    });
    const outcomes = [await enter(watched, visitor().viewer, 'asker'), await enter(watched, visitor().viewer, null)];
    isApproved = true;
    outcomes.push(await enter(watched, visitor().viewer, null));
    expect(outcomes).toEqual(['done', 'not_found', 'done']);
  });

  it('has its counters, also if they were requested before its head', async () => {
    const counted = { revision: 3, boostCount: 2, repostCount: 1 };
    const answers: ReadonlyMap<string, RoomCounts>[] = [new Map(), new Map([[questionId, counted]])];
    const watched = roomsOf({
      head: async () => ({ ...head, isWaiting: false }),
      counts: async () => answers.shift() ?? new Map(),
    });
    const { frames, viewer } = visitor();
    await enter(watched, viewer, null);
    expect(frames).toMatchObject([{ type: 'joined', data: counted }]);
  });
});

describe('the check of all watched rooms', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const count: RoomCounts = { revision: 1, boostCount: 0, repostCount: 0 };
  const enter = (watched: Rooms, viewer: RoomViewer) => watched.join(viewer, questionId, null, () => true);

  it('closes rooms whose last viewer was dropped as too slow', async () => {
    const unsubscribed: string[] = [];
    const counts = new Map([[questionId, count]]);
    const watched = roomsOf({
      head: async () => head,
      heads: async () => new Map([[questionId, head]]),
      counts: async () => counts,
      subscribe: (subject) => ({ unsubscribe: () => void unsubscribed.push(subject) }),
    });
    const [one, other] = [visitor(), visitor()];
    await enter(watched, one.viewer);
    await enter(watched, other.viewer);
    for (const { state } of [one, other]) state.isSlow = true;
    counts.set(questionId, { ...count, revision: 2 });
    // No viewer gets the counts of the first check, and the next check finds none.
    await jest.advanceTimersByTimeAsync(5000);
    expect(watched.size).toBe(0);
    expect(unsubscribed).toContain(liveSubjects.room(questionId));
  });

  it('leaves rooms open that have viewers or pending joins', async () => {
    let answer: (asked: RoomHead) => void = () => undefined;
    const asking = new Promise<RoomHead>((resolve) => (answer = resolve));
    const watched = roomsOf({
      head: () => asking,
      heads: async () => new Map([[questionId, head]]),
      counts: async () => new Map([[questionId, count]]),
    });
    const { frames, viewer } = visitor();
    const entering = enter(watched, viewer);
    await watched.check();
    answer(head);
    expect(await entering).toBe('done');
    await watched.check();
    expect([watched.size, frames.map(({ type }) => type)]).toEqual([1, ['joined']]);
  });
});
