import { EventEmitter } from 'node:events';
import { Duplex } from 'node:stream';
import { type LiveCounts, liveSubjects, Refusal, type ServerFrame } from '@hearsay/contracts';
import { type Logger, uuidv7 } from '@hearsay/service-runtime';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { WebSocket } from 'ws';
import { limitPresets } from '../access/limit-rules.js';
import { RateLimiter } from '../access/rate-limiter.js';
import { LiveSocket, SocketMemory } from './live-socket.js';
import type { RoomCounts, RoomHead } from './room.js';
import type { RoomViewer } from './room-frames.js';
import { RoomsGateway } from './rooms.gateway.js';
import { Rooms, type RoomsDependencies, WatchedCounts } from './rooms.js';

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
  it('counts reach viewers of a question from one message about its whole shard', () => {
    const [ofFirst, ofSecond]: LiveCounts[][] = [[], []];
    counts.watch(first, seen(ofFirst!));
    counts.watch(second, seen(ofSecond!));
    subscribed.get(subject)!({ items: [countsOf(first, 1), countsOf(second, 7), countsOf(elsewhere, 9)] });
    expect([ofFirst, ofSecond]).toEqual([[countsOf(first, 1)], [countsOf(second, 7)]]);
  });

  it('a shard has one subscription, as long as any of its questions is watched', () => {
    const watching = [first, second, elsewhere].map((id) => counts.watch(id, () => undefined));
    expect([...subscribed.keys()].sort()).toEqual([subject, liveSubjects.counts(elsewhere)].sort());
    watching[0]!.unsubscribe();
    expect(subscribed.has(subject)).toBe(true);
    watching[1]!.unsubscribe();
    watching[1]!.unsubscribe();
    expect([...subscribed.keys()]).toEqual([liveSubjects.counts(elsewhere)]);
  });

  it('a watch that ends does not stop the counts of a newer watch of the question', () => {
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

const counted: RoomCounts = { revision: 1, boostCount: 0, repostCount: 0 };
const roomsOf = (sources: Partial<RoomsDependencies>): Rooms => {
  rooms = new Rooms(
    {
      subscribe: () => ({ unsubscribe: () => undefined }),
      head: async () => head,
      heads: async () => new Map([[questionId, head]]),
      counts: async () => new Map([[questionId, counted]]),
      ...sources,
    } as RoomsDependencies,
    { debug: () => undefined } as unknown as Logger,
    { perSocket: 2, perProcess: 20_000 },
  );
  return rooms;
};

const enter = (watched: Rooms, viewer: RoomViewer, accountId: string | null = null) =>
  watched.join(viewer, questionId, null, () => true, accountId);

describe('a question that is approved during a join', () => {
  it('visitors can join an approved question that the gateway still takes for pending', async () => {
    let isApproved = false;
    const watched = roomsOf({
      head: async () => ({ ...head, isWaiting: true }),
      counts: async () => new Map(),
      countsFor: async () => null,
      maySee: async (_, accountId) => isApproved || accountId === 'asker',
    });
    const outcomes = [await enter(watched, visitor().viewer, 'asker'), await enter(watched, visitor().viewer)];
    isApproved = true;
    outcomes.push(await enter(watched, visitor().viewer));
    expect(outcomes).toEqual(['done', 'not_found', 'done']);
  });

  it('counts that were requested before the approval are read again', async () => {
    const later = { revision: 3, boostCount: 2, repostCount: 1 };
    const answers: ReadonlyMap<string, RoomCounts>[] = [new Map(), new Map([[questionId, later]])];
    const watched = roomsOf({ counts: async () => answers.shift() ?? new Map() });
    const { frames, viewer } = visitor();
    await enter(watched, viewer);
    expect(frames).toMatchObject([{ type: 'joined', data: later }]);
  });
});

describe('the check of all watched rooms', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('the check closes a room whose last viewers were dropped as too slow', async () => {
    const unsubscribed: string[] = [];
    const counts = new Map([[questionId, counted]]);
    const watched = roomsOf({
      counts: async () => counts,
      subscribe: (subject) => ({ unsubscribe: () => void unsubscribed.push(subject) }),
    });
    const [one, other] = [visitor(), visitor()];
    await enter(watched, one.viewer);
    await enter(watched, other.viewer);
    for (const { state } of [one, other]) state.isSlow = true;
    counts.set(questionId, { ...counted, revision: 2 });
    // The first check sends counts, and the room drops its viewers as too slow. The next check finds no viewer.
    await jest.advanceTimersByTimeAsync(5000);
    expect(watched.size).toBe(0);
    expect(unsubscribed).toContain(liveSubjects.room(questionId));
  });

  it('the check keeps a room open that has viewers or pending joins', async () => {
    let answer: (asked: RoomHead) => void = () => undefined;
    const asking = new Promise<RoomHead>((resolve) => (answer = resolve));
    const watched = roomsOf({ head: () => asking });
    const { frames, viewer } = visitor();
    const entering = enter(watched, viewer);
    await watched.check();
    answer(head);
    expect(await entering).toBe('done');
    await watched.check();
    expect([watched.size, frames.map(({ type }) => type)]).toEqual([1, ['joined']]);
  });
});

const connect = (gateway: RoomsGateway) => {
  const frames: ServerFrame[] = [];
  const send = (frame: Buffer) => void frames.push(JSON.parse(frame.toString()) as ServerFrame);
  const peer = Object.assign(new EventEmitter(), { OPEN: 1, readyState: 1, bufferedAmount: 0, send });
  const memory = new SocketMemory({ perSocket: 1_000_000, perAddress: 1_000_000, perProcess: 1_000_000 });
  const socket = new LiveSocket({
    socket: peer as unknown as WebSocket,
    stream: new Duplex(),
    viewer: null,
    address: '10.0.0.1',
    backlog: memory.backlog('10.0.0.1'),
    slowTimeoutMs: 1000,
    closeTimeoutMs: 1000,
    onSlow: () => undefined,
  });
  socket.onEnd(() => gateway.handleDisconnect(socket));
  const end = () => {
    peer.readyState = 3;
    peer.emit('close');
  };
  return { socket, frames, end };
};

describe('a socket that joins its room again', () => {
  let limiter: RateLimiter;
  afterEach(() => limiter.stop());

  const start = (sources: Partial<RoomsDependencies>, joinsOfAddress: number) => {
    const limits = { ...limitPresets.development, 'joins-address': { count: joinsOfAddress, seconds: 60 } };
    limiter = new RateLimiter(limits, () => Promise.reject(new Error('No other gateway is there')));
    const watched = roomsOf(sources);
    return { watched, gateway: new RoomsGateway(watched, limiter) };
  };

  const waiting = (...answers: (boolean | Refusal)[]): Partial<RoomsDependencies> => ({
    head: async () => ({ ...head, isWaiting: true }),
    maySee: async () => {
      const answer = answers.shift() ?? false;
      if (answer instanceof Refusal) throw answer;
      return answer;
    },
  });

  it.each([
    ['its joins are used up', 'rate_limited', {}, 1],
    ['it sees the question no more', 'not_found', waiting(true, false), 9],
    ['no service says what it sees', 'unavailable', waiting(true, new Refusal('unavailable')), 9],
  ])('a socket leaves its room when %s', async (_why, code, sources, joinsOfAddress) => {
    const { watched, gateway } = start(sources, joinsOfAddress);
    const { socket, frames, end } = connect(gateway);
    await gateway.join(socket, { questionId });
    expect([watched.size, socket.joined.size]).toEqual([1, 1]);
    await gateway.join(socket, { questionId });
    expect(frames).toMatchObject([{ type: 'joined' }, { type: 'error', data: { code, questionId } }]);
    expect([watched.size, socket.joined.size]).toEqual([0, 0]);
    end();
    expect(watched.size).toBe(0);
  });

  it('if the second join of a socket is refused, other viewers stay in the room', async () => {
    const { watched, gateway } = start({}, 2);
    const [refused, other] = [connect(gateway), connect(gateway)];
    await gateway.join(refused.socket, { questionId });
    await gateway.join(other.socket, { questionId });
    await gateway.join(refused.socket, { questionId });
    refused.end();
    expect(watched.size).toBe(1);
    other.end();
    expect(watched.size).toBe(0);
  });
});
