import {
  type ActivityItem,
  type CallContext,
  type ContentItem,
  contentRpc,
  engagementRpc,
  type FeedItem,
  type FeedPlace,
  type PodcastView,
  type Question,
  type QuestionView,
  type RepostView,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import {
  type Cards,
  type Counts,
  type ListedView,
  podcastRef,
  presentActivityItem,
  presentFeedItem,
  questionRef,
  replyRef,
} from '../present/content.js';
import { Counters } from './counters.js';
import { LatestReads } from './latest-reads.js';
import { People } from './people.js';
import { readPodcasts } from './podcasts.js';
import { callInParts, readAllViews, visitorContext } from './read-context.js';

const maxBytes = 16 * 1024 * 1024;
/** Estimated bytes of a view without its words. */
const viewBytes = 600;

type ReplyWithTitle = RpcOutput<typeof contentRpc.replyViews>['replies'][number];

/** Items of a list with the user cards and counts that presenting them needs. */
export interface ListedViews {
  readonly listed: readonly ListedView[];
  readonly cards: Cards;
  readonly counts: Counts;
}

export const presentFeedItems = ({ listed, cards, counts }: ListedViews): FeedItem[] =>
  listed.flatMap((item) => presentFeedItem(item, cards, counts) ?? []);

/**
 * Caches questions as a visitor sees them. A list contains the current room number of each question, and a cached view
 * with a lower number is read again. The viewer's own fields are added afterwards.
 */
export class ListedItems {
  readonly #questions = new LatestReads<QuestionView>((ids) => this.#readQuestions(ids));
  readonly #replies = new LatestReads<ReplyWithTitle>((ids) => this.#readReplies(ids));
  readonly #podcasts = new LatestReads<PodcastView>((ids) => readPodcasts(this.rpc, ids));
  readonly #kept = new LRUCache<string, QuestionView>({
    maxSize: maxBytes,
    sizeCalculation: ({ title, description }) => viewBytes + 2 * (title.length + (description?.length ?? 0)),
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
  ) {}

  /** The items at `places` as a visitor sees them, in this order. Leaves out removed content. */
  async views(places: readonly FeedPlace[]): Promise<ListedViews> {
    const context = visitorContext();
    const [listed, counts] = await Promise.all([this.#listed(places), this.#countsOf(places)]);
    const people = listed.flatMap(({ kind, view, repost }) => [
      view.authorId,
      kind === 'question' ? view.targetId : null,
      repost?.reposterId ?? null,
    ]);
    return { listed, counts, cards: await this.people.cards(people, context.correlationId) };
  }

  async items(places: readonly FeedPlace[], context: CallContext): Promise<FeedItem[]> {
    return presentFeedItems(await this.#forViewer(places, context));
  }

  /** The current form of these questions. Leaves out questions that not everyone sees. */
  async questions(ids: readonly string[], context: CallContext): Promise<Question[]> {
    const found = await latest(this.#questions, ids);
    return this.items(
      ids.flatMap((id): FeedPlace[] => {
        const view = found.get(id);
        if (!view) return [];
        const { createdAt: at, lastNumber } = view;
        return [{ kind: 'question', activityType: 'created', id, questionId: id, lastNumber, repostId: null, at }];
      }),
      context,
    ).then((items) => items.filter((item) => item.kind === 'question'));
  }

  /** Each post has `actedAt`, the time by which the list is ordered. */
  async posts(places: readonly FeedPlace[], context: CallContext): Promise<ContentItem[]> {
    const { listed, cards, counts } = await this.#forViewer(places, context);
    return listed.flatMap((item) => {
      const shown = presentFeedItem(item, cards, counts);
      return shown && shown.kind !== 'answer' ? [{ ...shown, actedAt: item.place.at }] : [];
    });
  }

  async activity(places: readonly FeedPlace[], context: CallContext): Promise<ActivityItem[]> {
    return this.activityOf(await this.views(places), context);
  }

  /** Adds the viewer's own fields before it presents the items. */
  async activityOf(views: ListedViews, context: CallContext): Promise<ActivityItem[]> {
    const { listed, cards, counts } = (await this.addOwnFields(views, context)) ?? views;
    return listed.flatMap((item) => presentActivityItem(item, cards, counts) ?? []);
  }

  async #forViewer(places: readonly FeedPlace[], context: CallContext): Promise<ListedViews> {
    const views = await this.views(places);
    return (await this.addOwnFields(views, context)) ?? views;
  }

  /**
   * Null if no post is the viewer's own. Own named posts are known by their author id. Content says which anonymous
   * posts are the viewer's, and returns the viewer's locked words.
   */
  async addOwnFields(views: ListedViews, context: CallContext): Promise<ListedViews | null> {
    const { accountId } = context;
    if (accountId === null) return null;
    const asked = views.listed.filter(({ kind, view }) => {
      if (kind === 'podcast') return false;
      return view.isAnonymous || (view.authorId === accountId && !view.isRevealed);
    });
    const words = await this.#ownWords(asked, context);
    const isMine = ({ kind, view }: ListedView) =>
      words.has(view.id) || ((kind === 'podcast' || !view.isAnonymous) && view.authorId === accountId);
    if (!views.listed.some(isMine)) return null;
    const listed = views.listed.map((item) => (isMine(item) ? asOwn(item, words.get(item.view.id) ?? null) : item));
    return { ...views, listed };
  }

  /** Locked words of the viewer's own posts by id. A value is null if the post has no locked words. */
  async #ownWords(asked: readonly ListedView[], context: CallContext): Promise<ReadonlyMap<string, string | null>> {
    const idsOf = (wanted: ListedView['kind']) => [
      ...new Set(asked.filter(({ kind }) => kind === wanted).map(({ view }) => view.id)),
    ];
    const [questions, replies] = await Promise.all([
      callInParts(
        idsOf('question'),
        async (ids) => (await this.rpc.call(contentRpc.ownQuestionWords, { ids }, context)).questions,
      ),
      callInParts(
        idsOf('answer'),
        async (ids) => (await this.rpc.call(contentRpc.ownReplyWords, { ids }, context)).replies,
      ),
    ]);
    return new Map([...questions, ...replies].map((own) => [own.id, own.words]));
  }

  /** Leaves out content that visitors do not see. */
  async #listed(places: readonly FeedPlace[]): Promise<ListedView[]> {
    const idsOf = (wanted: FeedPlace['kind']) => places.flatMap(({ kind, id }) => (kind === wanted ? id : []));
    const [questions, replies, podcasts, reposts] = await Promise.all([
      this.#questionsAt(places.flatMap((place) => (place.kind === 'question' ? place : []))),
      latest(this.#replies, idsOf('answer')),
      // Episodes are never cached, because their play counts change.
      latest(this.#podcasts, idsOf('podcast')),
      this.#repostsOf(places.flatMap(({ repostId }) => repostId ?? [])),
    ]);
    return places.flatMap((place): ListedView[] => {
      const repost = place.repostId === null ? null : reposts.get(place.repostId);
      // Leaves out a repost that was repeated since, because its new words belong to a newer place of the list.
      if (repost === undefined || (repost && repost.repostedAt !== place.at)) return [];
      if (place.kind === 'question') {
        const view = questions.get(place.id);
        return view ? [{ kind: 'question', place, repost, view }] : [];
      }
      if (place.kind === 'podcast') {
        const view = podcasts.get(place.id);
        return view ? [{ kind: 'podcast', place, repost, view }] : [];
      }
      const { reply, parentTitle } = replies.get(place.id) ?? {};
      return reply && parentTitle !== undefined ? [{ kind: 'answer', place, repost, view: reply, parentTitle }] : [];
    });
  }

  /** Also the counts of each reply's question, because its boosts may open the reply. */
  #countsOf(places: readonly FeedPlace[]): Promise<Counts> {
    const refs = places.flatMap(({ kind, id, questionId }) => {
      if (kind === 'podcast') return [podcastRef(id)];
      return kind === 'question' ? [questionRef(id)] : [replyRef(id), questionRef(questionId)];
    });
    return this.counters.publicCounts(refs);
  }

  /** Takes cached questions before the first await. Afterwards they may be evicted, or replaced by older views. */
  async #questionsAt(
    places: readonly Exclude<FeedPlace, { kind: 'podcast' }>[],
  ): Promise<ReadonlyMap<string, QuestionView>> {
    const found = new Map<string, QuestionView>();
    const missing: string[] = [];
    for (const { id, lastNumber } of places) {
      const kept = this.#kept.get(id);
      if (kept && kept.lastNumber >= lastNumber) found.set(id, kept);
      else missing.push(id);
    }
    const read = await latest(this.#questions, missing);
    for (const id of missing) {
      const view = read.get(id);
      if (view) found.set(id, view);
      else found.delete(id);
    }
    return found;
  }

  async #repostsOf(ids: readonly string[]): Promise<ReadonlyMap<string, RepostView>> {
    const context = visitorContext();
    const ask = async (repostIds: string[]) =>
      (await this.rpc.call(engagementRpc.reposts, { repostIds }, context)).reposts;
    return new Map((await callInParts(ids, ask)).map((repost) => [repost.repostId, repost]));
  }

  #readQuestions(ids: readonly string[]): Promise<Map<string, QuestionView>> {
    return readAllViews(ids, async (some, context) => {
      const { questions, to, isHiding } = await this.rpc.call(contentRpc.questionViews, { ids: some }, context);
      // If the hiding is undone, the pinned reply returns without a new number, so these views are not cached.
      if (!isHiding) for (const view of questions) this.#kept.set(view.id, view);
      return { found: questions.map((view) => [view.id, view]), to };
    });
  }

  #readReplies(ids: readonly string[]): Promise<Map<string, ReplyWithTitle>> {
    return readAllViews(ids, async (some, context) => {
      const { replies, to } = await this.rpc.call(contentRpc.replyViews, { ids: some }, context);
      return { found: replies.map((view) => [view.reply.id, view]), to };
    });
  }
}

const latest = async <V>(reads: LatestReads<V>, ids: readonly string[]): Promise<ReadonlyMap<string, V>> =>
  ids.length > 0 ? reads.getMany(ids) : new Map();

const asOwn = (item: ListedView, words: string | null): ListedView => {
  if (item.kind === 'podcast') return { ...item, view: { ...item.view, isMine: true } };
  if (item.kind === 'question')
    return { ...item, view: { ...item.view, isMine: true, description: item.view.description ?? words } };
  return { ...item, view: { ...item.view, isMine: true, content: item.view.content ?? words } };
};
