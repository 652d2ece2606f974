import {
  type CallContext,
  contentRpc,
  limits,
  type Mutes,
  type QuestionDetail,
  type QuestionView,
  Refusal,
  type ReplyView,
  type RoomEntryView,
  type RoomPage,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import {
  countsOrZeros,
  type DetailViews,
  presentQuestionDetail,
  presentRoomEntry,
  questionRef,
  repliesIn,
} from '../present/content.js';
import { EncodedJson } from '../present/encoded-json.js';
import { entriesWithoutMuted } from '../present/muted-entries.js';
import type { Hydration } from './hydration.js';
import { LatestReads, loadOneByOne } from './latest-reads.js';
import { newestReplies, type QuestionHead, QuestionHeads } from './questions.js';
import { visitorContext } from './read-context.js';

const maxBytes = 48 * 1024 * 1024;
/** Estimated bytes of a view or an entry without its words. */
const viewBytes = 600;
/** Visitors may see cards and counters of this age. */
const answerFreshMs = 1000;

interface ReadPage extends DetailViews {
  /** True if posts were being hidden during the read. An undo restores these posts without a new number. */
  readonly isHiding: boolean;
}

interface Answer {
  readonly page: ReadPage;
  readonly encoded: Promise<EncodedJson>;
}

const sizeOf = ({ question, replies }: ReadPage): number => {
  const words = replies.reduce((sum, { content }) => sum + (content?.length ?? 0), question.description?.length ?? 0);
  return viewBytes * (1 + replies.length) + 2 * words;
};

/** The fields of a page that are not in its views. `mutes` leaves out episodes of muted people. */
interface Shown {
  readonly isAnswered?: boolean;
  readonly isWatching?: boolean;
  readonly mutes?: Mutes | undefined;
}

/**
 * Caches pages as a visitor sees them. Every visible change takes the next number of the room, and every read first
 * asks content for this number. So no cached page is used after a reveal or a removal. The viewer's own fields are
 * added afterwards.
 */
export class QuestionPages {
  readonly #kept = new LRUCache<string, ReadPage>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  readonly #loading = new Map<string, Promise<ReadPage>>();
  readonly #answers = new LRUCache<string, Answer>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => sizeOf(page),
    ttl: answerFreshMs,
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly hydration: Hydration,
    private readonly heads: QuestionHeads,
  ) {}

  /** @throws Refusal `not_found` */
  async visitorsPage(questionId: string): Promise<EncodedJson> {
    const head = await this.#head(questionId);
    if (head.isHiding)
      return new EncodedJson(
        await this.#present(await this.#read(questionId, visitorContext()), head, visitorContext()),
      );
    const page = await this.#readAtLeast(questionId, head.lastNumber);
    // An episode's answer appears or disappears without a new number in the room, so this page is not cached.
    if (head.isAnswered) return new EncodedJson(await this.#present(page, head, visitorContext()));
    const known = this.#answers.get(questionId);
    if (known?.page === page) return known.encoded;
    const encoded = this.#present(page, head, visitorContext()).then((detail) => new EncodedJson(detail));
    this.#answers.set(questionId, { page, encoded });
    encoded.catch(() => this.#answers.delete(questionId));
    return encoded;
  }

  /** @throws Refusal `not_found` */
  async pageForViewer(questionId: string, context: CallContext, mutes?: Mutes): Promise<QuestionDetail> {
    const muting = mutes && mutes.people.length > 0 ? mutes : undefined;
    const own = await this.rpc.call(contentRpc.ownOnPage, { questionId }, context);
    // Uses no cache for a pending question, while posts are being hidden, or for a viewer who mutes people.
    if (muting || !own.isApproved || own.isHiding)
      return this.#present(await this.#read(questionId, context, muting), { ...own, mutes: muting }, context);
    const kept = await this.#readAtLeast(questionId, own.lastNumber);
    // A newer cached page may have replies that `own` does not know as the viewer's. Then reads the page as the viewer.
    const isSame = kept.question.lastNumber === own.lastNumber;
    return this.#present(isSame ? mergeOwnFields(kept, own) : await this.#read(questionId, context), own, context);
  }

  /** Leaves out replies, answering episodes and the viewer's watch. */
  presentReported(question: QuestionView, context: CallContext): Promise<QuestionDetail> {
    return this.#present({ question, replies: [], pinnedReply: null }, {}, context);
  }

  /** Call after a boost of the question or its replies, so that later readers see it. */
  forgetPage(questionId: string): void {
    this.#answers.delete(questionId);
  }

  async #head(questionId: string): Promise<QuestionHead> {
    const head = await this.heads.getOne(questionId);
    if (head) return head;
    this.#kept.delete(questionId);
    throw new Refusal('not_found');
  }

  /** Returns a cached or new visitor's page. A cached page contains the room at least up to `lastNumber`. */
  async #readAtLeast(questionId: string, lastNumber: number): Promise<ReadPage> {
    const isEnough = (page: ReadPage | null | undefined) =>
      page && !page.isHiding && page.question.lastNumber >= lastNumber;
    const kept = this.#kept.get(questionId);
    if (kept && isEnough(kept)) return kept;
    // A running read may have begun before the change. If its result is too old, the page is read again.
    const early = await this.#loading.get(questionId)?.catch(() => null);
    if (early && isEnough(early)) return early;
    let loading = this.#loading.get(questionId);
    if (!loading) {
      loading = this.#load(questionId).finally(() => this.#loading.delete(questionId));
      this.#loading.set(questionId, loading);
    }
    return loading;
  }

  async #load(questionId: string): Promise<ReadPage> {
    const page = await this.#read(questionId, visitorContext());
    if (!page.isHiding) this.#kept.set(questionId, page);
    return page;
  }

  async #read(questionId: string, context: CallContext, mutes?: Mutes): Promise<ReadPage> {
    const page = await this.rpc.call(contentRpc.questionPage, { questionId, mutes }, context);
    const { question, replies, isCut, pinnedReply } = page;
    const newest = isCut
      ? await newestReplies(this.rpc, replies, limits.questionReplies, context, mutes)
      : { replies, isHiding: false };
    return { question, replies: newest.replies, pinnedReply, isHiding: page.isHiding || newest.isHiding };
  }

  async #present(
    views: DetailViews,
    { isAnswered = false, isWatching = false, mutes }: Shown,
    context: CallContext,
  ): Promise<QuestionDetail> {
    const { question, pinnedReply } = views;
    const replies = pinnedReply ? [...views.replies, pinnedReply] : views.replies;
    const [{ cards, counts }, { answeredIn }] = await Promise.all([
      this.hydration.cardsAndCounts({ questions: [question], replies }, context),
      isAnswered
        ? this.rpc.call(contentRpc.answeredIn, { questionId: question.id, mutes }, context)
        : { answeredIn: [] },
    ]);
    return presentQuestionDetail({ ...views, answeredIn, isWatching }, cards, counts);
  }
}

const mergeOwnFields = (page: DetailViews, own: RpcOutput<typeof contentRpc.ownOnPage>): DetailViews => {
  const ownById = new Map([...own.replies, ...(own.pinnedReply ? [own.pinnedReply] : [])].map((one) => [one.id, one]));
  const addOwnFields = (view: ReplyView): ReplyView => {
    const one = ownById.get(view.id);
    return one ? { ...view, isMine: true, content: view.content ?? one.words } : view;
  };
  const { question, pinnedReply } = page;
  return {
    question: own.question
      ? { ...question, isMine: true, description: question.description ?? own.question.words }
      : question,
    replies: page.replies.map(addOwnFields),
    pinnedReply: pinnedReply && addOwnFields(pinnedReply),
  };
};

type Entries = RpcOutput<typeof contentRpc.roomEntries>;

const maxRoomBytes = 16 * 1024 * 1024;

const sizeOfEntries = ({ entries }: Entries): number =>
  repliesIn(entries).reduce((sum, { content }) => sum + 2 * (content?.length ?? 0), viewBytes * (1 + entries.length));

/**
 * Pages of room entries. Simultaneous visitors share an answer. Entries stay cached until the room's number changes,
 * because without the cache a read costs three times as much CPU.
 */
export class RoomPages {
  readonly #kept = new LRUCache<string, Entries>({ maxSize: maxRoomBytes, sizeCalculation: sizeOfEntries });
  readonly #shared = new LatestReads(loadOneByOne((key) => this.#answer(key)));

  constructor(
    private readonly rpc: RpcClient,
    private readonly hydration: Hydration,
    private readonly heads: QuestionHeads,
  ) {}

  /** @throws Refusal `not_found` */
  async visitorsPage(questionId: string, after: number): Promise<EncodedJson> {
    return (await this.#shared.getOne(JSON.stringify({ questionId, after })))!;
  }

  /** @throws Refusal `not_found` */
  async pageForViewer(questionId: string, after: number, context: CallContext, mutes?: Mutes): Promise<RoomPage> {
    const read = await this.rpc.call(contentRpc.roomEntries, { questionId, after }, context);
    const page = await this.#present(questionId, after, read, context);
    return { ...page, entries: entriesWithoutMuted(page.entries, mutes?.people ?? []) };
  }

  async #answer(key: string): Promise<EncodedJson> {
    const { questionId, after } = JSON.parse(key) as { questionId: string; after: number };
    const context = visitorContext();
    const head = await this.heads.getOne(questionId);
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
    const { cards, counts } = await this.hydration.cardsAndCounts(posts, context);
    const revealCount = countsOrZeros(counts, questionRef(questionId)).boostCount;
    const present = (entry: RoomEntryView) => presentRoomEntry(entry, cards, counts, revealCount);
    return { from: after + 1, to, entries: entries.map(present), lastNumber };
  }
}
