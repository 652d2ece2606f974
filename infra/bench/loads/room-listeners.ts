import { percentile } from '../statistics.ts';
import { FrameSocket } from './frame-socket.ts';
import { serveLoad } from './serve-load.ts';

/** The instant in a message's words, in ms since 1970: see `room-writers.ts` and `bare-room.ts`. */
const sentAt = /^Sent at (\d+)/;
/** So many frames are kept to be compared with: listeners are never further apart. */
const keptFrames = 512;
/** Of every so manieth listener it is known how long messages take. */
const timedListener = 10;
/** How long what was sent may be on its way to the last of them: beyond it the run fails. */
const hearTimeoutMs = 60_000;
/** How many sockets are opened at the same time. */
const atOnce = 50;

interface RoomText {
  readonly type: string;
  readonly data: {
    readonly lastNumber: number;
    readonly from: number;
    readonly to: number;
    readonly entries: readonly { readonly number: number; readonly discussion?: { readonly content: string | null } }[];
  };
}

/** A frame that was read entry by entry once; whoever gets the same bytes has the same entries. */
interface ReadFrame {
  readonly bytes: Buffer;
  readonly entries: number;
  readonly sentAt: readonly number[];
}

const frames = new Map<number, ReadFrame>();
const listeners: Listener[] = [];
const faults: string[] = [];
let delays: number[] = [];
let deliveries = 0;
let framesHeard = 0;
let template: unknown;
let awaited: { upTo: number; behind: number; resolve: () => void; reject: (error: Error) => void } | undefined;

const fault = (what: string): void => {
  faults.push(what);
  awaited?.reject(new Error(`Listeners miss something: ${faults.slice(0, 3).join('; ')}`));
};

/** `{"type":"room"…` among `joined`, `counts`, `resync` and the others. */
const isRoom = (payload: Buffer): boolean => payload[9] === 0x72 && payload[10] === 0x6f;

const readFrame = (payload: Buffer, expected: number): ReadFrame | undefined => {
  const { from, to, entries } = (JSON.parse(payload.toString()) as RoomText).data;
  const isWhole =
    from === expected &&
    to === from + entries.length - 1 &&
    entries.every(({ number }, index) => number === from + index);
  if (!isWhole) {
    fault(`numbers ${from} to ${to} (${entries.length} entries) where ${expected} comes next`);
    return undefined;
  }
  template ??= entries[0];
  const frame = {
    bytes: Buffer.from(payload),
    entries: entries.length,
    sentAt: entries.map(({ discussion }) => Number(sentAt.exec(discussion?.content ?? '')?.[1] ?? Number.NaN)),
  };
  frames.set(from, frame);
  const oldest = frames.keys().next().value;
  if (frames.size > keptFrames && oldest !== undefined) frames.delete(oldest);
  return frame;
};

/** One socket in the room: every number comes to it once, in order. */
class Listener {
  last = 0;
  readonly #isTimed: boolean;
  readonly #joined: () => void;

  constructor(isTimed: boolean, joined: () => void) {
    this.#isTimed = isTimed;
    this.#joined = joined;
  }

  hear(payload: Buffer): void {
    if (!isRoom(payload)) {
      const { type, data } = JSON.parse(payload.toString()) as RoomText;
      if (type === 'joined') {
        this.last = data.lastNumber;
        this.#joined();
      } else if (type !== 'counts') fault(`a frame ${type} for a listener who reads`);
      return;
    }
    const before = this.last;
    const known = frames.get(before + 1);
    const frame = known?.bytes.equals(payload) ? known : readFrame(payload, before + 1);
    if (!frame) return;
    this.last += frame.entries;
    deliveries += frame.entries;
    framesHeard += 1;
    if (this.#isTimed) {
      const now = Date.now();
      for (const instant of frame.sentAt) delays.push(now - instant);
    }
    if (awaited && before < awaited.upTo && this.last >= awaited.upTo) {
      awaited.behind -= 1;
      if (awaited.behind === 0) awaited.resolve();
    }
  }
}

interface Setup {
  readonly url: string;
  readonly questionId: string;
  readonly listeners: number;
  /** Everybody comes from an address of their own: this and the next ones. */
  readonly firstAddress: number;
}

const addressOf = (number: number): string => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

const sockets: FrameSocket[] = [];

const join = async (url: URL, questionId: string, address: string, isTimed: boolean): Promise<void> => {
  const joined = Promise.withResolvers<void>();
  const listener = new Listener(isTimed, joined.resolve);
  const socket = await FrameSocket.open(url, address, {
    onText: (payload) => listener.hear(payload),
    onEnd: (code) => fault(`a listener's socket has ended (${code ?? 'without a code'})`),
  });
  sockets.push(socket);
  listeners.push(listener);
  socket.say({ type: 'join', data: { questionId, after: null } });
  await joined.promise;
};

/** Answers the room's last number, the same for all. */
const connect = async ({ url, questionId, listeners: count, firstAddress }: Setup): Promise<number> => {
  for (let first = 0; first < count; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => first + index);
    await Promise.all(
      some.map((number) =>
        join(new URL(url), questionId, addressOf(firstAddress + number), number % timedListener === 0),
      ),
    );
  }
  const [last, ...others] = new Set(listeners.map((listener) => listener.last));
  if (last === undefined || others.length > 0)
    throw new Error('Nobody speaks yet, and the room has several last numbers');
  return last;
};

/** Resolves when everybody has heard everything up to a number. @throws as soon as somebody has missed something. */
const hear = async ({ upTo }: { upTo: number }): Promise<void> => {
  if (faults.length > 0) throw new Error(faults.slice(0, 3).join('; '));
  const behind = listeners.filter(({ last }) => last < upTo).length;
  if (behind === 0) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(
    () => reject(new Error(`${awaited?.behind} listeners wait for number ${upTo}`)),
    hearTimeoutMs,
  );
  awaited = { upTo, behind, resolve, reject };
  try {
    await promise;
  } finally {
    clearTimeout(late);
    awaited = undefined;
  }
};

export interface Heard {
  readonly deliveries: number;
  readonly frames: number;
  readonly p50: number;
  readonly p99: number;
  readonly faults: readonly string[];
}

/** What was heard since the last call. */
const heard = async (): Promise<Heard> => {
  const result = {
    deliveries,
    frames: framesHeard,
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    faults,
  };
  deliveries = 0;
  framesHeard = 0;
  delays = [];
  return result;
};

/** An entry as listeners get it. */
const entry = async (): Promise<unknown> => template;

/** How a socket that did not read went on when it read again: with the word that it has missed something, or its end. */
type Outcome = 'resynchronised' | 'closed as too slow' | 'ended otherwise';

interface Stalled {
  readonly socket: FrameSocket;
  readonly outcome: Promise<Outcome>;
}
let stalled: Stalled[] = [];
const tooSlow = 4408;

/** Lets so many more into the room who read nothing from then on. */
const stall = async ({ url, questionId, listeners: count, firstAddress }: Setup): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    const joined = Promise.withResolvers<void>();
    const outcome = Promise.withResolvers<Outcome>();
    const socket = await FrameSocket.open(new URL(url), addressOf(firstAddress + index), {
      onText: (payload) => {
        if (isRoom(payload)) return;
        const { type } = JSON.parse(payload.toString()) as RoomText;
        if (type === 'joined') joined.resolve();
        if (type === 'resync') outcome.resolve('resynchronised');
      },
      onEnd: (code) => outcome.resolve(code === tooSlow ? 'closed as too slow' : 'ended otherwise'),
    });
    socket.say({ type: 'join', data: { questionId, after: null } });
    await joined.promise;
    socket.pause();
    stalled.push({ socket, outcome: outcome.promise });
  }
};

/** So many of those who read nothing read again. Answers how they go on, each once; they leave after that. */
const wake = async ({ count }: { count: number }): Promise<Outcome[]> => {
  const awake = stalled.slice(0, count);
  stalled = stalled.slice(count);
  for (const { socket } of awake) socket.resume();
  const outcomes = await Promise.all(awake.map(({ outcome }) => outcome));
  for (const { socket } of awake) socket.close();
  return outcomes;
};

serveLoad({ connect, hear, heard, entry, stall, wake });
