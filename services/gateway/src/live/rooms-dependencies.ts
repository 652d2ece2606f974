import {
  type ContentCounts,
  contentKey,
  contentRpc,
  limits,
  Refusal,
  type RoomEntryView,
  type SharedEntry,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import type { GatewayMetrics } from '../metrics.js';
import { countsOrZeros, presentSharedEntry, questionRef, repliesIn } from '../present/content.js';
import { QuestionHeads } from '../read/questions.js';
import { visitorContext } from '../read/read-context.js';
import type { Readers } from '../read/readers.js';
import type { RoomsDependencies } from './rooms.js';

const uncounted: ReadonlyMap<string, ContentCounts> = new Map();

const authorsOf = (entries: readonly RoomEntryView[]): (string | null)[] =>
  repliesIn(entries).map(({ authorId }) => authorId);

/** All reads are a visitor's, because all viewers get the same frames. Only `countsFor` and `maySee` name a person. */
export const createRoomsDependencies = (
  rpc: RpcClient,
  { people, counters, hydration }: Pick<Readers, 'people' | 'counters' | 'hydration'>,
  metrics: GatewayMetrics,
  subscribe: RoomsDependencies['subscribe'],
): RoomsDependencies => {
  const heads = new QuestionHeads(rpc, true);
  return {
    subscribe,
    heads: (questionIds) => heads.getMany(questionIds),
    head: async (questionId) => (await heads.getOne(questionId)) ?? null,
    /** Up to 500 entries. Calls content repeatedly, because an answer has only the entries that fit into a message. */
    async entries(questionId, after) {
      const context = visitorContext();
      const answer = await rpc.call(contentRpc.roomEntries, { questionId, after, withWaiting: true }, context);
      const entries = [...answer.entries];
      let { to } = answer;
      while (to < Math.min(answer.lastNumber, after + limits.roomEntries)) {
        const next = await rpc.call(contentRpc.roomEntries, { questionId, after: to, withWaiting: true }, context);
        if (next.to === to) break;
        entries.push(...next.entries);
        to = next.to;
      }
      return { ...answer, entries: entries.slice(0, limits.roomEntries) };
    },
    async counts(questionIds) {
      const counts = await counters.publicCounts(questionIds.map(questionRef));
      return new Map([...counts.values()].map((count) => [count.contentId, count]));
    },
    async countsFor(questionId, accountId) {
      const counts = await counters.countsOf([questionRef(questionId)], { ...visitorContext(), accountId });
      return counts.get(contentKey(questionRef(questionId))) ?? null;
    },
    async maySee(questionId, accountId) {
      return rpc.call(contentRpc.ownOnPage, { questionId }, { ...visitorContext(), accountId }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'not_found') return false;
          throw error;
        },
      );
    },
    async presentNew(entries, revealCount) {
      const cards = await people.cards(authorsOf(entries), visitorContext().correlationId);
      return entries.map((entry) => presentSharedEntry(entry, cards, uncounted, revealCount));
    },
    async present(questionId, entries): Promise<SharedEntry[]> {
      const posts = { replies: repliesIn(entries), questionIds: [questionId] };
      const { cards, counts } = await hydration.cardsAndCounts(posts, visitorContext());
      const revealCount = countsOrZeros(counts, questionRef(questionId)).boostCount;
      return entries.map((entry) => presentSharedEntry(entry, cards, counts, revealCount));
    },
    onFrame(entries, viewers) {
      metrics.frames.inc();
      metrics.deliveries.inc(entries * viewers);
    },
  };
};
