import {
  type ActivityItem,
  type CallContext,
  type ContentItem,
  contentRpc,
  engagementRpc,
  type FeedItem,
  type FeedPlace,
  type PodcastView,
  type QuestionView,
  type ReplyView,
  type RepostView,
  type RpcOutput,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { LRUCache } from 'lru-cache';
import { type Cards, type Counts, podcastRef, questionRef, replyRef } from '../present/cards-and-counts.js';
import { type Listed, presentActivityItem, presentFeedItem } from '../present/feed-item.js';
import { Counters } from './counters.js';
import { LatestReads } from './latest-reads.js';
import { OwnPosts } from './own-posts.js';
import { People } from './people.js';
import { inChunks, readContext } from './read-context.js';

/** How many bytes of views of each kind are kept in memory. */
const maxBytes = 16 * 1024 * 1024;
/** What a view takes in memory beside its words. */
const viewBytes = 600;

/** A reply as a visitor sees it, with its question's title, as of a number of its room. */
interface StandingReply {
  readonly reply: ReplyView;
  readonly parentTitle: string;
  readonly asOf: number;
}

/** What stands in a list, as its viewer may see it, with the cards and counters that belong to it. */
export interface ListedViews {
  readonly listed: readonly Listed[];
  readonly cards: Cards;
  readonly counts: Counts;
}

export const presentFeedItems = ({ listed, cards, counts }: ListedViews): FeedItem[] =>
  listed.flatMap((item) => presentFeedItem(item, cards, counts) ?? []);

/**
 * What stands at the places of a list. Questions and replies are kept in the visitor's form as of a number of their room, which the list brings anew
 * each time; a repost never changes. What is a viewer's own is laid over them afterwards.
 */
export class ListedItems {
  readonly #questions: LatestReads<QuestionView>;
  readonly #replies: LatestReads<Omit<StandingReply, 'asOf'>>;
  readonly #podcasts: LatestReads<PodcastView>;
  readonly #own: OwnPosts;
  readonly #keptQuestions = new LRUCache<string, QuestionView>({
    maxSize: maxBytes,
    sizeCalculation: ({ title, description }) => viewBytes + 2 * (title.length + (description?.length ?? 0)),
  });
  readonly #keptReplies = new LRUCache<string, StandingReply>({
    maxSize: maxBytes,
    sizeCalculation: ({ reply, parentTitle }) => viewBytes + 2 * (parentTitle.length + (reply.content?.length ?? 0)),
  });
  readonly #keptReposts = new LRUCache<string, RepostView>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }) => viewBytes + 2 * (text?.length ?? 0),
  });

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly counters: Counters,
  ) {
    this.#own = new OwnPosts(rpc);
    this.#questions = new LatestReads((ids) => this.#readQuestions(ids));
    this.#replies = new LatestReads((ids) => this.#readReplies(ids));
    this.#podcasts = new LatestReads((ids) => this.#readPodcasts(ids));
  }

  /** As a visitor sees them, in the order of the places; what was removed meanwhile is missing. */
  async views(places: readonly FeedPlace[]): Promise<ListedViews> {
    const context = readContext();
    const [listed, counts] = await Promise.all([this.#listed(places), this.#countsOf(places)]);
    const people = listed.flatMap(({ kind, view, repost }) => [
      view.authorId,
      kind === 'question' ? view.targetId : null,
      repost?.reposterId ?? null,
    ]);
    return { listed, counts, cards: await this.people.cards(people, context.correlationId) };
  }

  /** As items of a feed, each with what is the viewer's own. */
  async items(places: readonly FeedPlace[], context: CallContext): Promise<FeedItem[]> {
    const views = await this.views(places);
    return presentFeedItems((await this.withOwn(views, context)) ?? views);
  }

  /** Questions and episodes on a person's profile, each with the instant that the list is ordered by. */
  async posts(places: readonly FeedPlace[], context: CallContext): Promise<ContentItem[]> {
    const views = await this.views(places);
    const { listed, cards, counts } = (await this.withOwn(views, context)) ?? views;
    return listed.flatMap((item) => {
      const shown = presentFeedItem(item, cards, counts);
      return shown && shown.kind !== 'answer' ? [{ ...shown, actedAt: item.place.at }] : [];
    });
  }

  /** The same as acts of a person. */
  async activity(places: readonly FeedPlace[], context: CallContext): Promise<ActivityItem[]> {
    const views = await this.views(places);
    const { listed, cards, counts } = (await this.withOwn(views, context)) ?? views;
    return listed.flatMap((item) => presentActivityItem(item, cards, counts) ?? []);
  }

  /** With what is the viewer's own; null where nothing is. */
  async withOwn(views: ListedViews, context: CallContext): Promise<ListedViews | null> {
    const listed = await this.#own.layOver(views.listed, context);
    return listed && { ...views, listed };
  }

  async #listed(places: readonly FeedPlace[]): Promise<Listed[]> {
    const [questions, replies, podcasts, reposts] = await Promise.all([
      this.#questionsAt(places.filter(({ kind }) => kind === 'question')),
      this.#repliesAt(places.filter(({ kind }) => kind === 'answer')),
      this.#podcastsAt(places.filter(({ kind }) => kind === 'podcast')),
      this.#repostsAt(places.filter(({ repostId }) => repostId !== null)),
    ]);
    return places.flatMap((place): Listed[] => {
      const repost = place.repostId === null ? null : reposts.get(keyOfRepost(place));
      if (repost === undefined) return [];
      if (place.kind === 'question') {
        const view = questions.get(place.id);
        return view ? [{ kind: 'question', place, repost, view }] : [];
      }
      if (place.kind === 'podcast') {
        const view = podcasts.get(place.id);
        return view ? [{ kind: 'podcast', place, repost, view }] : [];
      }
      const standing = replies.get(place.id);
      return standing
        ? [{ kind: 'answer', place, repost, view: standing.reply, parentTitle: standing.parentTitle }]
        : [];
    });
  }

  #countsOf(places: readonly FeedPlace[]): Promise<Counts> {
    const refs = places.flatMap(({ kind, id, questionId }) => {
      if (kind === 'podcast') return [podcastRef(id)];
      return kind === 'question'
        ? [questionRef(id)]
        : [replyRef(id), ...(questionId === null ? [] : [questionRef(questionId)])];
    });
    return this.counters.latest(refs);
  }

  /** What is kept is taken before anything is waited for: meanwhile it may make room, or be put back by an older answer. */
  async #questionsAt(places: readonly FeedPlace[]): Promise<ReadonlyMap<string, QuestionView>> {
    const found = new Map<string, QuestionView>();
    const missing: string[] = [];
    for (const { id, lastNumber } of places) {
      const kept = this.#keptQuestions.get(id);
      if (kept && kept.lastNumber >= (lastNumber ?? 0)) found.set(id, kept);
      else missing.push(id);
    }
    const read = missing.length > 0 ? await this.#questions.many(missing) : new Map<string, QuestionView>();
    for (const id of missing) {
      const view = read.get(id);
      if (view) found.set(id, view);
      else found.delete(id);
    }
    return found;
  }

  async #repliesAt(places: readonly FeedPlace[]): Promise<ReadonlyMap<string, StandingReply>> {
    const found = new Map<string, StandingReply>();
    const missing = new Map<string, number>();
    for (const { id, lastNumber } of places) {
      const asOf = lastNumber ?? 0;
      const kept = this.#keptReplies.get(id);
      if (kept && kept.asOf >= asOf) found.set(id, kept);
      else missing.set(id, asOf);
    }
    const read =
      missing.size > 0 ? await this.#replies.many([...missing.keys()]) : new Map<string, Omit<StandingReply, 'asOf'>>();
    for (const [id, asOf] of missing) {
      found.delete(id);
      const fresh = read.get(id);
      if (!fresh) continue;
      const standing = { ...fresh, asOf };
      this.#keptReplies.set(id, standing);
      found.set(id, standing);
    }
    return found;
  }

  /** Episodes are read anew each time: their plays are counted. */
  async #podcastsAt(places: readonly FeedPlace[]): Promise<ReadonlyMap<string, PodcastView>> {
    return places.length > 0 ? this.#podcasts.many(places.map(({ id }) => id)) : new Map();
  }

  async #repostsAt(places: readonly FeedPlace[]): Promise<ReadonlyMap<string, RepostView>> {
    const missing = places
      .filter((place) => !this.#keptReposts.get(keyOfRepost(place)))
      .flatMap(({ repostId }) => repostId ?? []);
    const context = readContext();
    const answers = await Promise.all(
      inChunks(missing).map((repostIds) => this.rpc.call(engagementRpc.reposts, { repostIds }, context)),
    );
    const read = new Map(answers.flatMap(({ reposts }) => reposts).map((repost) => [repost.repostId, repost]));
    return new Map(
      places.flatMap((place): [string, RepostView][] => {
        const key = keyOfRepost(place);
        const repost = this.#keptReposts.get(key) ?? read.get(place.repostId ?? '');
        // One that was made anew meanwhile stands elsewhere.
        if (repost?.repostedAt !== place.at) return [];
        this.#keptReposts.set(key, repost);
        return [[key, repost]];
      }),
    );
  }

  async #readQuestions(ids: readonly string[]): Promise<Map<string, QuestionView>> {
    const context = readContext();
    const views = await readAll(ids, async (some) => {
      const { questions, to, isHiding } = await this.rpc.call(contentRpc.questionViews, { ids: some }, context);
      // A pinned reply that is being hidden comes back without a number, should that be turned round.
      if (!isHiding) for (const view of questions) this.#keptQuestions.set(view.id, view);
      return { found: questions, to };
    });
    return new Map(views.map((view) => [view.id, view]));
  }

  async #readReplies(
    ids: readonly string[],
  ): Promise<Map<string, RpcOutput<typeof contentRpc.replyViews>['replies'][number]>> {
    const context = readContext();
    const views = await readAll(ids, async (some) => {
      const { replies, to } = await this.rpc.call(contentRpc.replyViews, { ids: some }, context);
      return { found: replies, to };
    });
    return new Map(views.map((view) => [view.reply.id, view]));
  }

  async #readPodcasts(ids: readonly string[]): Promise<Map<string, PodcastView>> {
    const context = readContext();
    const views = await readAll(ids, async (some) => {
      const { podcasts, to } = await this.rpc.call(contentRpc.podcastViews, { ids: some }, context);
      return { found: podcasts, to };
    });
    return new Map(views.map((view) => [view.id, view]));
  }
}

/** The same pair reposts anew after taking back, with other words: then the time is another one. */
const keyOfRepost = ({ repostId, at }: FeedPlace): string => `${repostId} ${at}`;

/** Content answers as many as a message has room for: asks on for the rest. */
const readAll = async <V>(
  ids: readonly string[],
  read: (some: string[]) => Promise<{ readonly found: readonly V[]; readonly to: number }>,
): Promise<V[]> => {
  const views: V[] = [];
  for (const chunk of inChunks(ids)) {
    for (let from = 0; from < chunk.length; ) {
      const { found, to } = await read(chunk.slice(from));
      views.push(...found);
      from += Math.max(1, to);
    }
  }
  return views;
};
