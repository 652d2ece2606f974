import { Readable } from 'node:stream';
import {
  type AccountExport,
  type CallContext,
  contentRpc,
  deadlineIn,
  type ExportPlace,
  exportsRpc,
  gamificationRpc,
  type OwnUser,
  type Podcast,
  podcastFeedPath,
  Refusal,
  type RpcOutput,
  WordRule,
  XpActivity,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { pickPublicFields } from '../present/pick.js';
import { presentGivenBoost, presentMarkedAnswer, presentOwnBookmark, presentOwnRepost } from '../present/user.js';
import type { Inbox } from './inbox.js';
import type { MuteLists } from './mute-lists.js';
import type { People } from './people.js';
import type { Podcasts } from './podcasts.js';
import type { Profiles } from './profiles.js';
import type { Questions } from './questions.js';

const timeoutMs = 8000;
const perPage = 100;

interface Page<Place, Item> {
  readonly items: Item[];
  readonly next: Place | null;
}

type Lists = Omit<AccountExport, 'exportedAt' | 'profile'>;
type Pages = { readonly [Name in keyof Lists]: readonly AsyncIterable<Lists[Name]>[] };

/**
 * Streams an account's data as one JSON file. Reads a page once the previous page is taken, so memory holds one page.
 */
export class AccountExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profiles: Profiles,
    private readonly questions: Questions,
    private readonly podcasts: Podcasts,
    private readonly people: People,
    private readonly inbox: Inbox,
    private readonly muteLists: MuteLists,
  ) {}

  /** @throws Refusal before the first byte. A later failure cuts the stream, which leaves invalid JSON. */
  async open(context: CallContext): Promise<Readable> {
    const profile = await this.profiles.own(context);
    if (!profile) throw new Refusal('not_found', 'User not found');
    return Readable.from(written(profile, this.#pages(profile, context)), { objectMode: false });
  }

  #pages(profile: OwnUser, opened: CallContext): Pages {
    const { rpc } = this;
    // The call's deadline is too short for all pages, so each page gets its own.
    const paged = <Place, Item>(read: (after: Place | null, context: CallContext) => Promise<Page<Place, Item>>) =>
      pagesOf((after: Place | null) => read(after, { ...opened, deadline: deadlineIn(timeoutMs) }));
    const questions = paged(async (after: ExportPlace | null, context) => {
      const { questions, next } = await rpc.call(exportsRpc.exportedQuestions, { after }, context);
      return { items: await this.questions.list(questions, context), next };
    });
    const podcasts = () =>
      paged(async (after: ExportPlace | null, context) => {
        const { podcasts, next } = await rpc.call(exportsRpc.exportedPodcasts, { after }, context);
        return { items: await this.podcasts.list(podcasts, context), next };
      });
    const transcripts = paged(async (after: ExportPlace | null, context) => {
      const { podcasts, next } = await rpc.call(exportsRpc.exportedPodcasts, { after }, context);
      const transcribed = podcasts.filter(({ hasTranscript }) => hasTranscript);
      return { items: transcribed.map(({ id }) => `/api/podcasts/${id}/transcript`), next };
    });
    const answers = paged(async (after: RpcOutput<typeof exportsRpc.exportedAnswers>['next'], context) => {
      const page = await rpc.call(exportsRpc.exportedAnswers, { after }, context);
      return { items: page.answers.map(presentMarkedAnswer), next: page.next };
    });
    const replies = paged(async (after: ExportPlace | null, context) => {
      const { replies, next } = await rpc.call(exportsRpc.exportedReplies, { after }, context);
      return { items: await this.questions.allOutsideTheirRooms(replies, context), next };
    });
    const boosts = paged(async (after: ExportPlace | null, context) => {
      const { boosts, next } = await rpc.call(exportsRpc.exportedBoosts, { after }, context);
      return { items: boosts.map(presentGivenBoost), next };
    });
    const watches = paged(async (after: ExportPlace | null, context) => {
      const { watches, next } = await rpc.call(exportsRpc.exportedWatches, { after }, context);
      return { items: watches.map(({ questionId, watchedAt }) => ({ questionId, watchedAt })), next };
    });
    const bookmarks = paged(async (after: ExportPlace | null, context) => {
      const { bookmarks, next } = await rpc.call(exportsRpc.exportedBookmarks, { after }, context);
      return { items: bookmarks.map(presentOwnBookmark), next };
    });
    const reposts = paged(async (after: ExportPlace | null, context) => {
      const { reposts, next } = await rpc.call(exportsRpc.exportedReposts, { after }, context);
      return { items: reposts.map(presentOwnRepost), next };
    });
    const follows = paged(async (after: string | null, context) => {
      const { followedIds, next } = await rpc.call(exportsRpc.exportedFollows, { after }, context);
      const cards = await this.people.cards(followedIds, context.correlationId);
      return { items: followedIds.map((userId) => ({ userId, username: cards.get(userId)?.username ?? null })), next };
    });
    const mutes = paged(async (_after: null, context) => ({
      items: await this.muteLists.exported(context),
      next: null,
    }));
    const xpActivities = paged(async (before: string | null, context) => {
      const { activities } = await rpc.call(gamificationRpc.xpActivities, { before, limit: perPage }, context);
      return {
        items: activities.map((entry) => pickPublicFields(XpActivity, entry)),
        next: lastOfFull(activities)?.id ?? null,
      };
    });
    const wordRules = paged(async (_after: null, context) => {
      const { rules } = await rpc.call(contentRpc.wordRules, {}, context);
      return { items: rules.map((rule) => pickPublicFields(WordRule, rule)), next: null };
    });
    const notifications = paged(async (after: ExportPlace | null, context) => {
      // The last notification may disappear or move before the next page, so the list continues from the time it had
      // here.
      const wanted = after === null ? { before: null } : { before: after.id, at: after.at };
      const items = await this.inbox.page({ ...wanted, limit: perPage }, context);
      const last = lastOfFull(items);
      return { items, next: last ? { id: last.id, at: last.createdAt } : null };
    });
    const podcastFeeds = paged(async (_: null, context) => {
      const { key, episodes } = await rpc.call(contentRpc.ownPodcastFeed, {}, context);
      return { items: key === null ? [] : [{ path: podcastFeedPath(key), episodes }], next: null };
    });
    return {
      posts: [questions, podcasts()],
      answers: [answers],
      replies: [replies],
      boosts: [boosts],
      reposts: [reposts],
      follows: [follows],
      mutes: [mutes],
      watches: [watches],
      bookmarks: [bookmarks],
      xpActivities: [xpActivities],
      notifications: [notifications],
      wordRules: [wordRules],
      // Reads episodes again, because keeping all addresses would need too much memory.
      media: [mediaOf(profile, podcasts()), transcripts],
      podcastFeeds: [podcastFeeds],
    };
  }
}

const lastOfFull = <Item>(page: readonly Item[]): Item | undefined => (page.length < perPage ? undefined : page.at(-1));

async function* pagesOf<Place, Item>(
  read: (after: Place | null) => Promise<Page<Place, Item>>,
): AsyncGenerator<Item[]> {
  let after: Place | null = null;
  do {
    const page: Page<Place, Item> = await read(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

async function* mediaOf(profile: OwnUser, podcasts: AsyncIterable<Podcast[]>): AsyncGenerator<string[]> {
  if (profile.profileImage?.startsWith('/api/media/')) yield [profile.profileImage];
  for await (const page of podcasts) yield page.map(({ mediaUrl }) => mediaUrl);
}

async function* written(profile: OwnUser, pages: Pages): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date().toISOString())},"profile":${JSON.stringify(profile)}`;
  for (const [name, parts] of Object.entries(pages)) {
    yield `,\n${JSON.stringify(name)}:[`;
    let isFirst = true;
    for (const part of parts)
      for await (const page of part) {
        if (page.length === 0) continue;
        const items = page.map((item) => JSON.stringify(item)).join(',\n');
        yield isFirst ? `\n${items}` : `,\n${items}`;
        isFirst = false;
      }
    yield ']';
  }
  yield '}\n';
}
