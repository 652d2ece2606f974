import { Readable } from 'node:stream';
import {
  type AccountExport,
  type CallContext,
  contentRpc,
  deadlineIn,
  type ExportPlace,
  exportsRpc,
  gamificationRpc,
  MarkedAnswer,
  type OwnUser,
  OwnWatch,
  type Podcast,
  podcastFeedPath,
  Refusal,
  type RpcInput,
  type RpcOutput,
  WordRule,
  XpActivity,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { pickPublicFields } from '../present/pick.js';
import { presentGivenBoost, presentOwnBookmark, presentOwnRepost } from '../present/user.js';
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

type ExportRpc = (typeof exportsRpc)[Extract<keyof typeof exportsRpc, `exported${string}`>];
type Lists = Omit<AccountExport, 'exportedAt' | 'profile'>;
type Pages = { readonly [Name in keyof Lists]: readonly AsyncIterable<Lists[Name]>[] };

/**
 * Streams an account's data as one JSON file. Reads the next page when the client has taken the previous one.
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
    // The deadline of the call is too short for all pages, so each page is read with a new deadline.
    const paged = <Place, Item>(read: (after: Place | null, context: CallContext) => Promise<Page<Place, Item>>) =>
      pagesOf((after: Place | null) => read(after, { ...opened, deadline: deadlineIn(timeoutMs) }));
    /** Calls `rpcOfList` for page after page. Each answer names the start of the next page. */
    const listed = <R extends ExportRpc, Item>(
      rpcOfList: R,
      present: (page: RpcOutput<R>, context: CallContext) => Item[] | Promise<Item[]>,
    ) =>
      paged(async (after: RpcOutput<R>['next'], context) => {
        const page = await rpc.call(rpcOfList, { after } as RpcInput<R>, context);
        return { items: await present(page, context), next: page.next };
      });
    const questions = listed(exportsRpc.exportedQuestions, (page, context) =>
      this.questions.list(page.questions, context),
    );
    const podcasts = () =>
      listed(exportsRpc.exportedPodcasts, (page, context) => this.podcasts.list(page.podcasts, context));
    const transcripts = listed(exportsRpc.exportedPodcasts, (page) =>
      page.podcasts.flatMap(({ id, hasTranscript }) => (hasTranscript ? `/api/podcasts/${id}/transcript` : [])),
    );
    const answers = listed(exportsRpc.exportedAnswers, (page) =>
      page.answers.map((answer) => pickPublicFields(MarkedAnswer, answer)),
    );
    const replies = listed(exportsRpc.exportedReplies, (page, context) =>
      this.questions.presentAllWithQuestions(page.replies, context),
    );
    const boosts = listed(exportsRpc.exportedBoosts, (page) => page.boosts.map(presentGivenBoost));
    const watches = listed(exportsRpc.exportedWatches, (page) =>
      page.watches.map((watch) => pickPublicFields(OwnWatch, watch)),
    );
    const bookmarks = listed(exportsRpc.exportedBookmarks, (page) => page.bookmarks.map(presentOwnBookmark));
    const reposts = listed(exportsRpc.exportedReposts, (page) => page.reposts.map(presentOwnRepost));
    const follows = listed(exportsRpc.exportedFollows, async ({ followedIds }, { correlationId }) => {
      const cards = await this.people.cards(followedIds, correlationId);
      return followedIds.map((userId) => ({ userId, username: cards.get(userId)?.username ?? null }));
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
      // The last notification of this page may move or disappear. So the next page begins after its time as read here.
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
      // Reads the episodes a second time, because it would take too much memory to keep all their addresses.
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
