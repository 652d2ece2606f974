import { type LiveCounts, type LiveRoom, limits, type RoomEntryView, type SharedEntry } from '@hearsay/contracts';
import { type EncodedEntry, encodeEntry, hasEntryBy, jsonWithoutMuted } from '../present/muted-entries.js';
import type { QuestionHead } from '../read/questions.js';
import { addUnsentEntries, EntryRing, RoomSequence } from './room-entries.js';
import { encodeServerFrame, type RoomViewer, resyncFrame, roomFrames } from './room-frames.js';

const tickMs = 25;
const gapTimeoutMs = 100;
const retryMs = 500;
const maxJoinReads = 3;
const maxUnsent = 2000;
/** Reads start at a multiple of this number. So viewers who return at different numbers can share a read. */
const blockLength = 100;

export type RoomHead = Pick<QuestionHead, 'lastNumber' | 'replyCount'> & Partial<QuestionHead>;
export type RoomCounts = Omit<LiveCounts, 'questionId'>;

/** All sources answer as a visitor (not signed in) sees the room. */
export interface RoomSources {
  entries(
    questionId: string,
    after: number,
  ): Promise<{ entries: RoomEntryView[]; lastNumber: number; replyCount: number }>;
  present(questionId: string, entries: readonly RoomEntryView[]): Promise<SharedEntry[]>;
  /** Null if the question does not exist. */
  head(questionId: string): Promise<RoomHead | null>;
  /** Presents new entries, which have no boosts yet. */
  presentNew(entries: readonly RoomEntryView[], revealCount: number): Promise<SharedEntry[]>;
  onFrame?(entries: number, viewers: number): void;
}

/** `resync` if the viewer must read the room again, `left` if they have left since. */
export type JoinOutcome = 'joined' | 'resync' | 'not_found' | 'left';

/** Sends the entries and counts of one question to its viewers, in the order of the room's numbers. */
export class Room {
  /** A viewer gets every frame. A viewer who reads too slowly is dropped and gets a `resync` later. */
  readonly #viewers = new Set<RoomViewer>();
  readonly #sequence: RoomSequence;
  readonly #ring: EntryRing;
  readonly #reads = new Map<number, Promise<readonly EncodedEntry[]>>();
  readonly #unsent: RoomEntryView[] = [];
  #lastSent: number;
  #replyCount: number;
  #countedAt: number;
  #counts: RoomCounts;
  #sentRevision: number;
  #tick: NodeJS.Timeout | undefined;
  #gap: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #fetching: Promise<void> | undefined;
  #isWaiting: boolean;
  #isClosed = false;

  constructor(
    readonly questionId: string,
    private readonly sources: RoomSources,
    head: RoomHead,
    { revision, boostCount, repostCount }: RoomCounts,
  ) {
    this.#sequence = new RoomSequence(head.lastNumber);
    this.#ring = new EntryRing(head.lastNumber);
    this.#lastSent = head.lastNumber;
    this.#countedAt = head.lastNumber;
    this.#replyCount = head.replyCount;
    // Copies only these fields, because all viewers get them. The input may also have fields of one viewer.
    this.#counts = { revision, boostCount, repostCount };
    this.#sentRevision = revision;
    this.#isWaiting = head.isWaiting ?? false;
  }

  /** True while the question is not approved. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  get viewers(): ReadonlySet<RoomViewer> {
    return this.#viewers;
  }

  /** Takes entries in any order. Fetches missing entries if they do not arrive in time. */
  receive(live: LiveRoom): void {
    this.#count(live.entries.at(-1)?.number ?? 0, live.replyCount);
    this.#take(live.entries);
    if (this.#sequence.hasGap) this.#gap ??= setTimeout(() => this.#fillGap(), gapTimeoutMs);
  }

  /** Ignores counts that are not newer than the known ones. */
  receiveCounts({ revision, boostCount, repostCount }: RoomCounts | LiveCounts): void {
    if (revision <= this.#counts.revision) return;
    this.#counts = { revision, boostCount, repostCount };
    this.#scheduleTick();
  }

  /** Fetches entries if the head shows that the room lacks some. */
  receiveHead(head: RoomHead): void {
    this.#count(head.lastNumber, head.replyCount);
    if (!head.isWaiting) this.#isWaiting = false;
    // Clears the ring, because a post in it may be hidden now. Returning viewers then read the entries again.
    if (head.isHiding) this.#ring.clear(this.#lastSent);
    if (head.lastNumber > this.#sequence.last) void this.#catchUp(head.lastNumber);
  }

  /**
   * Adds a viewer and sends the entries with numbers above `after`. Sends none if `after` is null. `isWanted` returns
   * false once the viewer has left.
   */
  async join(viewer: RoomViewer, after: number | null, isWanted: () => boolean): Promise<JoinOutcome> {
    this.leave(viewer);
    if (after !== null && after > this.#lastSent) {
      const head = await this.sources.head(this.questionId);
      if (!head) return 'not_found';
      this.receiveHead(head);
      if (after <= head.lastNumber) await this.#untilSent(after);
      if (!isWanted()) return 'left';
      if (after > this.#lastSent) return 'resync';
    }
    const missed: EncodedEntry[] = [];
    let from = after ?? this.#lastSent;
    for (let reads = 0; reads <= maxJoinReads; reads += 1) {
      if (this.#lastSent - from > limits.roomEntries) return 'resync';
      const kept = this.#ring.since(from);
      if (kept) {
        this.#addViewer(viewer, after ?? this.#lastSent, [...missed, ...kept]);
        return 'joined';
      }
      const read = await this.#readAfter(from);
      if (!isWanted()) return 'left';
      // Leaves out entries that the room has not sent yet. The next frame to all viewers contains them.
      const sent = read.filter((entry) => entry.number <= this.#lastSent);
      missed.push(...sent);
      from = sent.at(-1)?.number ?? from;
    }
    return 'resync';
  }

  leave(viewer: RoomViewer): void {
    this.#viewers.delete(viewer);
  }

  /** Drops all viewers without telling them. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#tick);
    clearTimeout(this.#gap);
    this.#viewers.clear();
  }

  /** Reads the next entries above a number, but maybe not all of them. @throws Refusal if content is away */
  async #readAfter(after: number) {
    const start = after - (after % blockLength);
    const reading = this.#reads.get(start) ?? this.#readBlock(start).finally(() => this.#reads.delete(start));
    this.#reads.set(start, reading);
    return (await reading).filter(({ number }) => number > after);
  }

  async #readBlock(after: number) {
    const { entries } = await this.sources.entries(this.questionId, after);
    const presented = await this.sources.present(this.questionId, entries);
    return presented.map(encodeEntry);
  }

  /** A viewer who reads too slowly for the missed entries gets a `resync` later. */
  #addViewer(viewer: RoomViewer, after: number, missed: readonly EncodedEntry[]): void {
    const { questionId } = this;
    const lastNumber = this.#lastSent;
    const replyCount = this.#replyCount;
    const joined = encodeServerFrame({
      type: 'joined',
      data: { message: '', questionId, lastNumber, discussionCount: replyCount, ...this.#counts },
    });
    const entries = jsonWithoutMuted(missed, viewer.mutes?.people ?? []);
    const news = roomFrames({ questionId, replyCount, from: after + 1, entries });
    if ([joined, ...news].every((frame) => viewer.write(frame))) this.#viewers.add(viewer);
    else viewer.queueResync(questionId);
  }

  /** Queues the entries that follow without a gap for the next tick. */
  #take(entries: readonly RoomEntryView[]): void {
    const next = this.#sequence.take(entries);
    if (next.length === 0) return;
    addUnsentEntries(this.#unsent, next);
    if (next.some(({ entry }) => entry === 'approved')) this.#isWaiting = false;
    // Limits memory while user cards cannot be read, because then no entry can be sent.
    if (this.#unsent.length > maxUnsent) this.#resyncAll(this.#sequence.last);
    else this.#scheduleTick();
    if (!this.#sequence.hasGap) {
      clearTimeout(this.#gap);
      this.#gap = undefined;
    }
  }

  /** Ignores a count that is older than the known one. `asOf` is the room's number at the count. */
  #count(asOf: number, replyCount: number): void {
    if (asOf < this.#countedAt) return;
    this.#countedAt = asOf;
    this.#replyCount = replyCount;
  }

  #fillGap(): void {
    this.#gap = undefined;
    if (this.#isClosed || !this.#sequence.hasGap) return;
    void this.#catchUp(this.#sequence.last + 1).then(() => {
      if (this.#sequence.hasGap && !this.#isClosed) this.#gap ??= setTimeout(() => this.#fillGap(), retryMs);
    });
  }

  /** A failed read does no harm, because the next check of the heads reads again. */
  #catchUp(lastNumber: number): Promise<void> {
    this.#fetching ??= this.#fetchMissing(lastNumber)
      .catch(() => undefined)
      .finally(() => {
        this.#fetching = undefined;
      });
    return this.#fetching;
  }

  /** Drops all viewers with `resync` instead if more entries are missing than one read returns. */
  async #fetchMissing(lastNumber: number): Promise<void> {
    if (lastNumber - this.#sequence.last > limits.roomEntries) {
      this.#resyncAll(lastNumber);
      return;
    }
    const { entries, replyCount } = await this.sources.entries(this.questionId, this.#sequence.last);
    if (this.#isClosed) return;
    this.#count(entries.at(-1)?.number ?? 0, replyCount);
    this.#take(entries);
  }

  /** Sends `resync` to all viewers and drops them. They then read the question again and rejoin. */
  #resyncAll(lastNumber: number): void {
    this.#unsent.length = 0;
    this.#sequence.jumpTo(lastNumber);
    this.#ring.clear(lastNumber);
    this.#lastSent = lastNumber;
    const frames = [resyncFrame(this.questionId)];
    this.#write(() => frames);
    this.#viewers.clear();
  }

  #scheduleTick(delayMs = tickMs): void {
    if (!this.#isClosed) this.#tick ??= setTimeout(() => void this.#send(), delayMs);
  }

  /** Returns early if a send fails or the entry with this number has not arrived. */
  async #untilSent(number: number): Promise<void> {
    await this.#fetching;
    while (this.#lastSent < number && this.#sequence.last >= number && !this.#isClosed) {
      const before = this.#lastSent;
      await this.#send();
      if (this.#lastSent === before) return;
    }
  }

  #send(): Promise<void> {
    clearTimeout(this.#tick);
    this.#tick = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#unsent.length > 0) this.#scheduleTick(retryMs);
    });
    return this.#sending;
  }

  /** Stops if user cards cannot be read. The entries stay unsent until the next try. */
  async #sendAll(): Promise<void> {
    while (this.#unsent.length > 0 && !this.#isClosed) {
      const views = this.#unsent.slice(0, limits.roomEntries);
      let entries: SharedEntry[];
      try {
        entries = await this.sources.presentNew(views, this.#counts.boostCount);
      } catch {
        return;
      }
      // `#resyncAll` ran during the call. Viewers then get these entries when they read the question again.
      if (this.#isClosed || this.#unsent[0]?.number !== views[0]?.number) return;
      this.#unsent.splice(0, views.length);
      this.#sendEntries(entries);
    }
    this.#sendCounts();
  }

  #sendEntries(entries: readonly SharedEntry[]): void {
    const encoded = entries.map(encodeEntry);
    for (const entry of encoded) this.#ring.push(entry);
    const room = { questionId: this.questionId, replyCount: this.#replyCount, from: entries[0]!.number };
    const framesWithout = (people: readonly string[]) =>
      roomFrames({ ...room, entries: jsonWithoutMuted(encoded, people) });
    this.#lastSent = entries.at(-1)!.number;
    this.sources.onFrame?.(entries.length, this.#viewers.size);
    const frames = framesWithout([]);
    this.#write(({ mutes }) => (mutes && hasEntryBy(encoded, mutes.people) ? framesWithout(mutes.people) : frames));
  }

  #sendCounts(): void {
    if (this.#counts.revision <= this.#sentRevision || this.#isClosed) return;
    this.#sentRevision = this.#counts.revision;
    const data = { message: '', questionId: this.questionId, ...this.#counts };
    const frames = [encodeServerFrame({ type: 'counts', data })];
    this.#write(() => frames);
  }

  #write(framesFor: (viewer: RoomViewer) => readonly Buffer[]): void {
    for (const viewer of this.#viewers) {
      if (framesFor(viewer).every((frame) => viewer.write(frame))) continue;
      this.#viewers.delete(viewer);
      viewer.queueResync(this.questionId);
    }
  }
}
