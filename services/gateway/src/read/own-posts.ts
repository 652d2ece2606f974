import { type CallContext, contentRpc, type OwnWords } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import type { Listed } from '../present/feed-item.js';

/** How many bytes the memory of what is not somebody's own may take. */
const maxBytes = 16 * 1024 * 1024;
/** What one pair of a viewer and a post takes in it. */
const pairBytes = 200;
/** How long it is believed: a post that was removed is nobody's own, and may come back. */
const believedMs = 60_000;

const pairOf = (accountId: string, postId: string): string => `${accountId} ${postId}`;

/**
 * What is a viewer's own among listed posts, laid over what every visitor sees. Named posts say whose they are; only content knows it of anonymous
 * ones, and only content gives authors the words that others may not read yet. That a post is not one's own is remembered for a
 * minute; that it is, never.
 */
export class OwnPosts {
  readonly #others = new LRUCache<string, number>({ maxSize: maxBytes, sizeCalculation: () => pairBytes });

  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: () => number = () => performance.now(),
  ) {}

  /** The same items with what is the viewer's own; null where nothing is. */
  async layOver(items: readonly Listed[], context: CallContext): Promise<Listed[] | null> {
    const { accountId } = context;
    if (accountId === null) return null;
    const words = await this.#wordsOf(items, accountId, context);
    const isMine = ({ kind, view }: Listed) =>
      words.has(view.id) || ((kind === 'podcast' || !view.isAnonymous) && view.authorId === accountId);
    return items.some(isMine)
      ? items.map((item) => (isMine(item) ? asOwn(item, words.get(item.view.id) ?? null) : item))
      : null;
  }

  /** By id, of those that are the viewer's own and were asked about; null where nothing of them is withheld. */
  async #wordsOf(
    items: readonly Listed[],
    accountId: string,
    context: CallContext,
  ): Promise<ReadonlyMap<string, string | null>> {
    const now = this.clock();
    const isAsked = (item: Listed) => {
      if (item.kind === 'podcast') return false;
      if (!item.view.isAnonymous) return item.view.authorId === accountId && !item.view.isRevealed;
      return (this.#others.get(pairOf(accountId, item.view.id)) ?? 0) <= now;
    };
    const asked = items.filter(isAsked);
    if (asked.length === 0) return new Map();
    const idsOf = (wanted: Listed['kind']) => [
      ...new Set(asked.filter(({ kind }) => kind === wanted).map(({ view }) => view.id)),
    ];
    const [questionIds, replyIds] = [idsOf('question'), idsOf('answer')];
    const [{ questions }, { replies }] = await Promise.all([
      questionIds.length > 0
        ? this.rpc.call(contentRpc.ownQuestions, { ids: questionIds }, context)
        : { questions: [] as OwnWords[] },
      replyIds.length > 0
        ? this.rpc.call(contentRpc.ownReplies, { ids: replyIds }, context)
        : { replies: [] as OwnWords[] },
    ]);
    const words = new Map([...questions, ...replies].map((own) => [own.id, own.words]));
    for (const id of [...questionIds, ...replyIds])
      if (!words.has(id)) this.#others.set(pairOf(accountId, id), now + believedMs);
    return words;
  }
}

const asOwn = (item: Listed, words: string | null): Listed => {
  if (item.kind === 'podcast') return { ...item, view: { ...item.view, isMine: true } };
  if (item.kind === 'question')
    return { ...item, view: { ...item.view, isMine: true, description: item.view.description ?? words } };
  return { ...item, view: { ...item.view, isMine: true, content: item.view.content ?? words } };
};
