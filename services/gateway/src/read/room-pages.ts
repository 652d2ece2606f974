import {
  type CallContext,
  contentRpc,
  Refusal,
  type RoomEntryView,
  type RoomPage,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import { countOf, presentRoomEntry, questionRef, repliesIn } from '../present/content.js';
import { EncodedJson } from '../present/encoded-json.js';
import type { Hydration } from './hydration.js';
import { LatestReads, oneByOne } from './latest-reads.js';
import type { QuestionHeads } from './questions.js';
import { readContext } from './read-context.js';

type Entries = RpcOutput<typeof contentRpc.roomEntries>;

const maxBytes = 16 * 1024 * 1024;
/** Estimated bytes of an entry without its words. */
const entryBytes = 600;

const sizeOf = ({ entries }: Entries): number =>
  repliesIn(entries).reduce((sum, { content }) => sum + 2 * (content?.length ?? 0), entryBytes * (1 + entries.length));

/**
 * Visitors share answers. Entries stay cached until the room's number changes (see `QuestionPages`). Uncached reads
 * cost three times as much CPU.
 */
export class RoomPages {
  readonly #kept = new LRUCache<string, Entries>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  readonly #shared = new LatestReads(oneByOne((key) => this.#answer(key)));

  constructor(
    private readonly rpc: RpcClient,
    private readonly hydration: Hydration,
    private readonly heads: QuestionHeads,
  ) {}

  /** @throws Refusal `not_found` */
  async ofVisitors(questionId: string, after: number): Promise<EncodedJson> {
    return (await this.#shared.one(JSON.stringify({ questionId, after })))!;
  }

  /** @throws Refusal `not_found` */
  async of(questionId: string, after: number, context: CallContext): Promise<RoomPage> {
    const read = await this.rpc.call(contentRpc.roomEntries, { questionId, after }, context);
    return this.#present(questionId, after, read, context);
  }

  async #answer(key: string): Promise<EncodedJson> {
    const { questionId, after } = JSON.parse(key) as { questionId: string; after: number };
    const context = readContext();
    const head = await this.heads.one(questionId);
    if (!head) throw new Refusal('not_found');
    let read = this.#kept.get(key);
    if (head.isHiding || !read || read.lastNumber < head.lastNumber) {
      read = await this.rpc.call(contentRpc.roomEntries, { questionId, after }, context);
      // Entries that are being hidden may return without a new number, so they are not cached.
      if (!head.isHiding && !read.isHiding) this.#kept.set(key, read);
    }
    return new EncodedJson(await this.#present(questionId, after, read, context));
  }

  async #present(
    questionId: string,
    after: number,
    { entries, to, lastNumber }: Entries,
    context: CallContext,
  ): Promise<RoomPage> {
    const posts = { replies: repliesIn(entries), questionIds: [questionId] };
    const { cards, counts } = await this.hydration.of(posts, context);
    const revealCount = countOf(counts, questionRef(questionId)).boostCount;
    const present = (entry: RoomEntryView) => presentRoomEntry(entry, cards, counts, revealCount);
    return { from: after + 1, to, entries: entries.map(present), lastNumber };
  }
}
