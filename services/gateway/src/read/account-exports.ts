import { Readable } from 'node:stream';
import {
  type AccountExport,
  type CallContext,
  type Discussion,
  deadlineIn,
  type ExportPlace,
  exportsRpc,
  type FollowedPerson,
  type GivenBoost,
  gamificationRpc,
  type Notification,
  type OwnContentItem,
  type OwnRepost,
  type OwnUser,
  type Podcast,
  Refusal,
  XpActivity,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { pick } from '../present/pick.js';
import { ownMedia, presentGivenBoost, presentOwnRepost } from '../present/user.js';
import type { Inbox } from './inbox.js';
import type { People } from './people.js';
import type { Podcasts } from './podcasts.js';
import type { Profiles } from './profiles.js';
import type { Questions } from './questions.js';

const timeoutMs = 8000;
const perPage = 100;

type ContextOf = () => CallContext;

/**
 * All data of one account as one JSON file. Each page is read when the one before was taken, so memory holds one page.
 */
export class AccountExports {
  constructor(
    private readonly rpc: RpcClient,
    private readonly profiles: Profiles,
    private readonly questions: Questions,
    private readonly podcasts: Podcasts,
    private readonly people: People,
    private readonly inbox: Inbox,
  ) {}

  /** @throws Refusal while nothing is written yet; later failures cut the stream, which leaves invalid JSON */
  async open(context: CallContext): Promise<Readable> {
    const profile = await this.profiles.own(context);
    if (!profile) throw new Refusal('not_found', 'User not found');
    // The call's own deadline ends with its first answer.
    const contextOf = () => ({ ...context, deadline: deadlineIn(timeoutMs) });
    return Readable.from(this.#write(profile, contextOf), { objectMode: false });
  }

  async *#write(profile: OwnUser, contextOf: ContextOf): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(new Date().toISOString())},"profile":${JSON.stringify(profile)}`;
    yield* list('posts', this.#posts(contextOf));
    yield* list('replies', this.#replies(contextOf));
    yield* list('boosts', this.#boosts(contextOf));
    yield* list('reposts', this.#reposts(contextOf));
    yield* list('follows', this.#follows(contextOf));
    yield* list('xpActivities', this.#xpActivities(contextOf));
    yield* list('notifications', this.#notifications(contextOf));
    yield* list('media', this.#media(profile, contextOf));
    yield '}\n';
  }

  async *#posts(contextOf: ContextOf): AsyncGenerator<OwnContentItem[]> {
    yield* paged(async (after: ExportPlace | null) => {
      const context = contextOf();
      const { questions, next } = await this.rpc.call(exportsRpc.exportedQuestions, { after }, context);
      return { items: await this.questions.list(questions, context), next };
    });
    yield* this.#podcasts(contextOf);
  }

  #podcasts(contextOf: ContextOf): AsyncGenerator<Podcast[]> {
    return paged(async (after: ExportPlace | null) => {
      const context = contextOf();
      const { podcasts, next } = await this.rpc.call(exportsRpc.exportedPodcasts, { after }, context);
      return { items: await this.podcasts.list(podcasts, context), next };
    });
  }

  #replies(contextOf: ContextOf): AsyncGenerator<Discussion[]> {
    return paged(async (after: ExportPlace | null) => {
      const context = contextOf();
      const { replies, next } = await this.rpc.call(exportsRpc.exportedReplies, { after }, context);
      return { items: await this.questions.allStandingAlone(replies, context), next };
    });
  }

  #boosts(contextOf: ContextOf): AsyncGenerator<GivenBoost[]> {
    return paged(async (after: ExportPlace | null) => {
      const { boosts, next } = await this.rpc.call(exportsRpc.exportedBoosts, { after }, contextOf());
      return { items: boosts.map(presentGivenBoost), next };
    });
  }

  #reposts(contextOf: ContextOf): AsyncGenerator<OwnRepost[]> {
    return paged(async (after: ExportPlace | null) => {
      const { reposts, next } = await this.rpc.call(exportsRpc.exportedReposts, { after }, contextOf());
      return { items: reposts.map(presentOwnRepost), next };
    });
  }

  #follows(contextOf: ContextOf): AsyncGenerator<FollowedPerson[]> {
    return paged(async (after: string | null) => {
      const context = contextOf();
      const { followedIds, next } = await this.rpc.call(exportsRpc.exportedFollows, { after }, context);
      const cards = await this.people.cards(followedIds, context.correlationId);
      return { items: followedIds.map((userId) => ({ userId, username: cards.get(userId)?.username ?? null })), next };
    });
  }

  #xpActivities(contextOf: ContextOf): AsyncGenerator<XpActivity[]> {
    return paged(async (before: string | null) => {
      const { activities } = await this.rpc.call(gamificationRpc.xpActivities, { before, limit: perPage }, contextOf());
      return { items: activities.map((entry) => pick(XpActivity, entry)), next: lastOfFull(activities) };
    });
  }

  #notifications(contextOf: ContextOf): AsyncGenerator<Notification[]> {
    return paged(async (after: ExportPlace | null) => {
      // The last notification may have gone or moved between two pages, so the list continues from its old time.
      const wanted = after === null ? { before: null } : { before: after.id, at: after.at };
      const items = await this.inbox.page({ ...wanted, limit: perPage }, contextOf());
      const last = items.length < perPage ? undefined : items.at(-1);
      return { items, next: last ? { id: last.id, at: last.createdAt } : null };
    });
  }

  /** Reads episodes again, because keeping all addresses would need too much memory. */
  async *#media(profile: OwnUser, contextOf: ContextOf): AsyncGenerator<string[]> {
    yield ownMedia(profile);
    for await (const podcasts of this.#podcasts(contextOf)) yield podcasts.map(({ mediaUrl }) => mediaUrl);
  }
}

const lastOfFull = (page: readonly { readonly id: string }[]): string | null =>
  page.length < perPage ? null : (page.at(-1)?.id ?? null);

async function* paged<Place, Item>(
  read: (after: Place | null) => Promise<{ items: Item[]; next: Place | null }>,
): AsyncGenerator<Item[]> {
  let after: Place | null = null;
  do {
    const page: { items: Item[]; next: Place | null } = await read(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}

async function* list(name: keyof AccountExport, pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}:[`;
  let isFirst = true;
  for await (const page of pages) {
    if (page.length === 0) continue;
    const items = page.map((item) => JSON.stringify(item)).join(',\n');
    yield isFirst ? `\n${items}` : `,\n${items}`;
    isFirst = false;
  }
  yield ']';
}
