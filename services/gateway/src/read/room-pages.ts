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
import { countOf, questionRef, replyRef } from '../present/cards-and-counts.js';
import { EncodedJson } from '../present/encoded-json.js';
import { presentRoomEntry, repliesIn } from '../present/question.js';
import type { Counters } from './counters.js';
import { LatestReads } from './latest-reads.js';
import type { People } from './people.js';
import type { QuestionHeads } from './questions.js';
import { readContext } from './read-context.js';

type Entries = RpcOutput<typeof contentRpc.roomEntries>;

/** How many bytes of entries are kept in memory. */
const maxBytes = 16 * 1024 * 1024;
/** What an entry takes in memory beside its words. */
const entryBytes = 600;

/** Entries in the visitor's form, and the last answer that was made of them. */
interface Kept {
  readonly read: Entries;
  readonly answer: EncodedJson;
}

const sizeOf = ({ read: { entries }, answer }: Kept): number =>
  repliesIn(entries).reduce((sum, { content }) => sum + 2 * (content?.length ?? 0), entryBytes * (1 + entries.length)) +
  2 * answer.text.length;

const wantedOf = (key: string): { questionId: string; after: number } => JSON.parse(key);

/**
 * Changes of a room after a number. What visitors see of them is kept, already withheld, for as long as the room stands at the number that it had: content is
 * asked for that number every time, as for whole pages (see `QuestionPages`).
 */
export class RoomPages {
  readonly #kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  readonly #latest = new LatestReads((keys) => this.#read(keys));

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
    private readonly heads: QuestionHeads,
  ) {}

  /** @throws Refusal `not_found` */
  async of(questionId: string, after: number, context: CallContext): Promise<RoomPage> {
    return this.#present(
      questionId,
      after,
      await this.rpc.call(contentRpc.roomEntries, { questionId, after }, context),
      context,
    );
  }

  /** @throws Refusal `not_found` */
  async ofVisitors(questionId: string, after: number): Promise<EncodedJson> {
    const head = await this.heads.one(questionId);
    if (!head) throw new Refusal('not_found');
    const key = JSON.stringify({ questionId, after });
    // What may be hidden in a moment is kept nowhere.
    if (head.isHiding)
      return EncodedJson.of(await this.#present(questionId, after, await this.#ask(key), readContext()));
    const kept = this.#kept.get(key);
    let read = kept?.read;
    if (!read || read.lastNumber < head.lastNumber) {
      read = await this.#ask(key);
      // Nor what was hidden meanwhile: should that be turned round, it is back without a number.
      if (read.isHiding) return EncodedJson.of(await this.#present(questionId, after, read, readContext()));
    }
    // Counters and cards are a second old at most. Where they are what they were, the answer is named and packed already.
    const answer = EncodedJson.of(await this.#present(questionId, after, read, readContext()), kept?.answer);
    this.#kept.set(key, { read, answer });
    return answer;
  }

  /** Visitors who wait for the same news share the question. */
  async #ask(key: string): Promise<Entries> {
    const read = await this.#latest.one(key);
    if (read?.status === 'fulfilled') return read.value;
    throw read?.reason;
  }

  async #read(keys: readonly string[]): Promise<Map<string, PromiseSettledResult<Entries>>> {
    const context = readContext();
    const answers = await Promise.allSettled(
      keys.map((key) => this.rpc.call(contentRpc.roomEntries, wantedOf(key), context)),
    );
    return new Map(keys.map((key, index) => [key, answers[index]!]));
  }

  async #present(
    questionId: string,
    after: number,
    { entries, to, lastNumber }: Entries,
    context: CallContext,
  ): Promise<RoomPage> {
    const replies = repliesIn(entries);
    const [cards, counts] = await Promise.all([
      this.people.cards(
        replies.map(({ authorId }) => authorId),
        context.correlationId,
      ),
      this.counters.of([questionRef(questionId), ...replies.map(({ id }) => replyRef(id))], context),
    ]);
    const revealCount = countOf(counts, questionRef(questionId)).boostCount;
    const present = (entry: RoomEntryView) => presentRoomEntry(entry, cards, counts, revealCount);
    return { from: after + 1, to, entries: entries.map(present), lastNumber };
  }
}
