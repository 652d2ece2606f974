import { type LiveCounts, type LiveCountsOfShard, type LiveRoom, liveSubjects, Refusal } from '@hearsay/contracts';
import type { Logger } from '@hearsay/service-runtime';
import { Room, type RoomCounts, type RoomHead, type RoomSources } from './room.js';
import { errorFrame, type RoomViewer } from './room-frames.js';

type Receive = (counts: LiveCounts) => void;
type Subscribe = <T>(subject: string, receive: (data: T) => void) => { unsubscribe(): void };

interface Shard {
  readonly receivers: Map<string, Set<Receive>>;
  readonly subscription: { unsubscribe(): void };
}

/**
 * Receives the counts of watched questions. Subscribes once for each shard, because one message of engagement has the
 * counts of a whole shard.
 */
export class WatchedCounts {
  readonly #shards = new Map<string, Shard>();

  constructor(private readonly subscribe: Subscribe) {}

  watch(questionId: string, receive: Receive): { unsubscribe(): void } {
    const subject = liveSubjects.counts(questionId);
    const shard = this.#shards.get(subject) ?? this.#open(subject);
    const receivers = shard.receivers.get(questionId) ?? new Set();
    shard.receivers.set(questionId, receivers.add(receive));
    return {
      unsubscribe: () => {
        receivers.delete(receive);
        if (receivers.size === 0 && shard.receivers.get(questionId) === receivers) shard.receivers.delete(questionId);
        if (shard.receivers.size === 0 && this.#shards.get(subject) === shard) {
          this.#shards.delete(subject);
          shard.subscription.unsubscribe();
        }
      },
    };
  }

  #open(subject: string): Shard {
    const receivers = new Map<string, Set<Receive>>();
    const subscription = this.subscribe<LiveCountsOfShard>(subject, ({ items }) => {
      for (const counts of items) for (const receive of receivers.get(counts.questionId) ?? []) receive(counts);
    });
    const shard = { receivers, subscription };
    this.#shards.set(subject, shard);
    return shard;
  }
}

const checkEveryMs = 2000;

export interface RoomsDependencies extends RoomSources {
  /** Heads by question id, without questions that do not exist. */
  heads(questionIds: readonly string[]): Promise<ReadonlyMap<string, RoomHead>>;
  counts(questionIds: readonly string[]): Promise<ReadonlyMap<string, RoomCounts>>;
  /** The counts of a pending question, which only its author and its target may read. */
  countsFor(questionId: string, accountId: string): Promise<RoomCounts | null>;
  /** True if this person (null: a visitor) sees the question. Asks content, because an approval may be very recent. */
  maySee(questionId: string, accountId: string | null): Promise<boolean>;
  subscribe<T>(subject: string, receive: (data: T) => void | Promise<void>): { unsubscribe(): void };
}

interface Watched {
  opening: Promise<Room | null>;
  room: Room | null;
  joining: number;
  stop(): void;
}

const uncounted: RoomCounts = { revision: 0, boostCount: 0, repostCount: 0 };

export class Rooms {
  readonly #watched = new Map<string, Watched>();
  readonly #counts: WatchedCounts;
  readonly #timer: NodeJS.Timeout;
  #isChecking = false;

  constructor(
    private readonly sources: RoomsDependencies,
    private readonly log: Logger,
    readonly most: { readonly perSocket: number; readonly perProcess: number },
  ) {
    this.#counts = new WatchedCounts(sources.subscribe);
    this.#timer = setInterval(() => void this.check(), checkEveryMs).unref();
  }

  /** The number of questions that sockets watch, including rooms that are being opened. */
  get size(): number {
    return this.#watched.size;
  }

  /** The caller must send the frame for `resync` or `not_found`. @throws Refusal if content or engagement is away */
  async join(
    viewer: RoomViewer,
    questionId: string,
    after: number | null,
    isWanted: () => boolean,
    accountId: string | null = null,
  ): Promise<'done' | 'resync' | 'not_found'> {
    const known = this.#watched.get(questionId);
    if (!known && this.#watched.size >= this.most.perProcess) throw new Refusal('unavailable');
    const watched = known ?? this.#open(questionId, accountId);
    watched.joining += 1;
    try {
      const room = await watched.opening;
      if (!isWanted()) return 'done';
      // Only asker and target see a pending question. Asks content even for visitors, because an approval may be new.
      if (!room || (room.isWaiting && !(await this.sources.maySee(questionId, accountId)))) return 'not_found';
      if (!isWanted()) return 'done';
      const outcome = await room.join(viewer, after, isWanted);
      return outcome === 'resync' || outcome === 'not_found' ? outcome : 'done';
    } finally {
      watched.joining -= 1;
      this.#closeIfUnwatched(questionId, watched);
    }
  }

  leave(viewer: RoomViewer, questionId: string): void {
    const watched = this.#watched.get(questionId);
    if (!watched) return;
    watched.room?.leave(viewer);
    this.#closeIfUnwatched(questionId, watched);
  }

  /** Closes rooms without viewers. Gives the others fresh heads and counts, because live messages may be lost. */
  async check(): Promise<void> {
    // A room drops slow viewers without telling this class, so it may have no viewer left.
    for (const [id, watched] of this.#watched) this.#closeIfUnwatched(id, watched);
    const ids = [...this.#watched].filter(([, { room }]) => room !== null).map(([id]) => id);
    if (this.#isChecking || ids.length === 0) return;
    this.#isChecking = true;
    try {
      const [heads, counts] = await Promise.all([
        this.sources.heads(ids).catch(() => null),
        this.sources.counts(ids).catch(() => new Map<string, RoomCounts>()),
      ]);
      for (const id of ids) {
        const watched = this.#watched.get(id);
        const head = heads?.get(id);
        const count = counts.get(id);
        if (head) watched?.room?.receiveHead(head);
        if (head?.withheldFrom) this.#sendNotFound(id, watched, head.withheldFrom);
        if (!head && heads) this.#sendNotFound(id, watched);
        if (count) watched?.room?.receiveCounts(count);
      }
    } finally {
      this.#isChecking = false;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
    for (const [id, watched] of this.#watched) this.#close(id, watched);
  }

  /** `opening` resolves with null if the question does not exist. */
  #open(questionId: string, accountId: string | null): Watched {
    const early: ((room: Room) => void)[] = [];
    const watched: Watched = {
      opening: Promise.resolve(null),
      room: null,
      joining: 0,
      stop: () => undefined,
    };
    const onceOpen = (act: (room: Room) => void): void => {
      if (watched.room) act(watched.room);
      else early.push(act);
    };
    const room = this.sources.subscribe<LiveRoom>(liveSubjects.room(questionId), (live) => {
      if (live.isGone) void this.check();
      else onceOpen((opened) => opened.receive(live));
    });
    const counts = this.#counts.watch(questionId, (live) => onceOpen((opened) => opened.receiveCounts(live)));
    watched.stop = () => {
      room.unsubscribe();
      counts.unsubscribe();
      watched.room?.close();
    };
    this.#watched.set(questionId, watched);
    // Subscribes before it reads, so that no change between the two is lost.
    watched.opening = Promise.all([this.sources.head(questionId), this.sources.counts([questionId])]).then(
      async ([head, known]) => {
        if (!head) return null;
        watched.room = new Room(
          questionId,
          this.sources,
          head,
          known.get(questionId) ?? (await this.#countsOf(questionId, head, accountId)),
        );
        for (const act of early) act(watched.room);
        return watched.room;
      },
    );
    return watched;
  }

  /** Called if the public counts lack the question. It is pending, or it was approved after the counts were read. */
  async #countsOf(questionId: string, { isWaiting }: RoomHead, accountId: string | null): Promise<RoomCounts> {
    if (!isWaiting) return (await this.sources.counts([questionId])).get(questionId) ?? uncounted;
    return (accountId !== null && (await this.sources.countsFor(questionId, accountId))) || uncounted;
  }

  /** Removes all viewers, or only those of `accountId`. They get the error `not_found`. */
  #sendNotFound(questionId: string, watched: Watched | undefined, accountId?: string): void {
    if (!watched?.room) return;
    const { room } = watched;
    const gone = [...room.viewers].filter(({ viewer }) => accountId === undefined || viewer?.accountId === accountId);
    if (gone.length > 0) this.log.debug('A watched question is gone');
    const frame = errorFrame('not_found', 'Question not found', questionId);
    for (const viewer of gone) {
      viewer.write(frame);
      room.leave(viewer);
    }
    if (accountId === undefined) this.#close(questionId, watched);
    else this.#closeIfUnwatched(questionId, watched);
  }

  #closeIfUnwatched(questionId: string, watched: Watched): void {
    if (watched.joining === 0 && (watched.room?.viewers.size ?? 0) === 0) this.#close(questionId, watched);
  }

  #close(questionId: string, watched: Watched): void {
    watched.stop();
    if (this.#watched.get(questionId) === watched) this.#watched.delete(questionId);
  }
}
