import {
  type ActivityItem,
  type CallContext,
  contentRpc,
  engagementRpc,
  type FollowCounts,
  gamificationRpc,
  identityRpc,
  notificationRpc,
  type OwnUser,
  type Person,
  type PostKind,
  type Profile,
  Refusal,
  type User,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentOwnUser, presentUser } from '../present/user.js';
import { LatestReads, loadOneByOne } from './latest-reads.js';
import { ListedItems, type ListedViews } from './listed-items.js';
import { People } from './people.js';
import { visitorContext } from './read-context.js';

type NotificationPreferences = OwnUser['notificationPreferences'];
type Followers = Pick<FollowCounts, 'followerCount' | 'followingCount'>;

const allOn: NotificationPreferences = { questionBoosts: true, newReplies: true, reposts: true, reveals: true };
const nobody: Followers = { followerCount: 0, followingCount: 0 };

interface PostsRequest {
  readonly id: string;
  readonly kind: PostKind;
  readonly before: string | null;
  readonly isOwn: boolean;
}

export class Profiles {
  /** Simultaneous readers of a page share one read. The viewer's own fields are added afterwards. */
  readonly #posts = new LatestReads(loadOneByOne((request) => this.#readPosts(JSON.parse(request) as PostsRequest)));

  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly listed: ListedItems,
  ) {}

  /** The lists hold posts before the instant `before` (null: now). @throws Refusal `not_found` */
  async profile(id: string, before: string | null, context: CallContext): Promise<Profile> {
    const person = await this.people.person(id, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    const [user, places] = await Promise.all([
      this.#user(person, context),
      // Reads the same places for every viewer. The viewer's own fields are added later.
      this.rpc.call(contentRpc.profile, { accountId: id, before }, { ...context, accountId: null }),
    ]);
    const isShown = person.showActivity || id === context.accountId;
    const [content, activity, reposts] = await Promise.all([
      this.listed.posts(places.content, context),
      this.listed.activity(isShown ? places.activity : [], context),
      this.listed.items(places.reposts, context),
    ]);
    return { user, content, activity, reposts, stats: places.stats };
  }

  /** Returns no replies to other viewers while the person hides their activity. @throws Refusal `not_found` */
  async posts(
    id: string,
    { kind, before }: { kind: PostKind; before: string | null },
    context: CallContext,
  ): Promise<ActivityItem[]> {
    const request: PostsRequest = { id, kind, before, isOwn: id === context.accountId };
    return this.listed.activityOf((await this.#posts.getOne(JSON.stringify(request)))!, context);
  }

  async #readPosts({ id, kind, before, isOwn }: PostsRequest): Promise<ListedViews> {
    const context = visitorContext();
    const person = await this.people.person(id, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    const isHidden = kind === 'answer' && !person.showActivity && !isOwn;
    const asked = { accountId: id, kind, before };
    const { places } = isHidden ? { places: [] } : await this.rpc.call(contentRpc.postsOfPerson, asked, context);
    return this.listed.views(places);
  }

  /** @throws Refusal `not_found` */
  async userNamed(username: string, context: CallContext): Promise<User | OwnUser> {
    const { person } = await this.rpc.call(identityRpc.personByName, { username }, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    return this.#user(person, context);
  }

  /** Null if the account is gone. Its session may stay cached a little longer. */
  async own(context: CallContext): Promise<OwnUser | null> {
    const person = context.accountId === null ? null : await this.people.person(context.accountId, context);
    return person && this.ownUser(person, context);
  }

  /** Uses `xpOtherwise` if the XP cannot be read. */
  async ownUser(person: Person, context: CallContext, xpOtherwise?: number): Promise<OwnUser> {
    const [xp, preferences, follows] = await Promise.all([
      this.#xpOf(person.id, context).catch((error: unknown) => {
        if (xpOtherwise === undefined) throw error;
        return xpOtherwise;
      }),
      this.#preferencesOf(person.id, context),
      this.#followersOf(person.id, context),
    ]);
    return presentOwnUser(person, { xp, follows }, preferences);
  }

  /** Zeros for an account that engagement does not know. */
  async followsOf(accountId: string, context: CallContext): Promise<FollowCounts> {
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds: [accountId] }, context);
    return counts[0] ?? { accountId, ...nobody, isFollowing: false };
  }

  async #user(person: Person, context: CallContext): Promise<User | OwnUser> {
    if (person.id === context.accountId) return this.ownUser(person, context);
    const [xp, follows, { mayAsk, mayAskAnonymously }] = await Promise.all([
      this.#xpOf(person.id, context),
      this.#followersOf(person.id, context),
      this.rpc.call(identityRpc.mayAsk, { targetId: person.id, askerId: context.accountId }, context),
    ]);
    return presentUser(person, { xp, follows, canAsk: mayAsk, canAskAnonymously: mayAsk && mayAskAnonymously });
  }

  async #xpOf(accountId: string, context: CallContext): Promise<number> {
    const { progress } = await this.rpc.call(gamificationRpc.progress, { accountIds: [accountId] }, context);
    return progress.find((one) => one.accountId === accountId)?.xp ?? 0;
  }

  /** All preferences are on while notification is away, so that profiles and sign-ins keep working. */
  #preferencesOf(accountId: string, context: CallContext): Promise<NotificationPreferences> {
    return this.rpc.call(notificationRpc.preferences, {}, { ...context, accountId }).then(
      ({ preferences }) => preferences,
      () => allOn,
    );
  }

  /** Zeros while engagement is away, so that profiles and sign-ins keep working. */
  #followersOf(accountId: string, context: CallContext): Promise<Followers> {
    return this.followsOf(accountId, context).catch(() => nobody);
  }
}
