import {
  type CallContext,
  contentRpc,
  engagementRpc,
  type FollowCounts,
  gamificationRpc,
  identityRpc,
  notificationRpc,
  type OwnUser,
  type Person,
  type Profile,
  Refusal,
  type User,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentOwnUser, presentUser } from '../present/user.js';
import { ListedItems } from './listed-items.js';
import { People } from './people.js';

/** XP as gamification counts it now. */
export class Progress {
  constructor(private readonly rpc: RpcClient) {}

  /** 0 for a person who has earned nothing yet. */
  async xpOf(accountId: string, context: CallContext): Promise<number> {
    const { progress } = await this.rpc.call(gamificationRpc.progress, { accountIds: [accountId] }, context);
    return progress.find((one) => one.accountId === accountId)?.xp ?? 0;
  }
}

type NotificationPreferences = OwnUser['notificationPreferences'];

const allOn: NotificationPreferences = { questionBoosts: true, newReplies: true, reposts: true };

/** A person's switches of notifications. */
export class Preferences {
  constructor(private readonly rpc: RpcClient) {}

  /** While notification is out of reach all are on, as by default, so that profiles and sign-ins go on. */
  async of(accountId: string, context: CallContext): Promise<NotificationPreferences> {
    const asOwner = { ...context, accountId };
    return this.rpc.call(notificationRpc.preferences, {}, asOwner).then(
      ({ preferences }) => preferences,
      () => allOn,
    );
  }
}

const nobody = { followerCount: 0, followingCount: 0 };

/** Followers as engagement counts them now. */
export class Follows {
  constructor(private readonly rpc: RpcClient) {}

  /** Zeros for a person without followers and follows. */
  async of(accountId: string, context: CallContext): Promise<FollowCounts> {
    const { counts } = await this.rpc.call(engagementRpc.followCounts, { accountIds: [accountId] }, context);
    return counts[0] ?? { accountId, ...nobody, isFollowing: false };
  }

  /** Zeros while engagement is out of reach, so that profiles and sign-ins go on. */
  async around(
    accountId: string,
    context: CallContext,
  ): Promise<Pick<FollowCounts, 'followerCount' | 'followingCount'>> {
    return this.of(accountId, context).catch(() => nobody);
  }
}

/** People as somebody sees who looks at them, and what their profiles hold. */
export class Profiles {
  constructor(
    private readonly rpc: RpcClient,
    private readonly people: People,
    private readonly progress: Progress,
    private readonly preferences: Preferences,
    private readonly follows: Follows,
    private readonly listed: ListedItems,
  ) {}

  /** Lists from before an instant (null: from now). @throws Refusal `not_found` */
  async profile(id: string, before: string | null, context: CallContext): Promise<Profile> {
    const person = await this.people.person(id, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    const [user, places] = await Promise.all([
      this.#user(person, context),
      // What is anybody's own is laid over it later: this is the same for every viewer.
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

  /** @throws Refusal `not_found` */
  async userNamed(username: string, context: CallContext): Promise<User | OwnUser> {
    const { person } = await this.rpc.call(identityRpc.personByName, { username }, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    return this.#user(person, context);
  }

  /** The acting account, as it sees itself. @throws Refusal `not_found` */
  async own(context: CallContext): Promise<OwnUser> {
    const person = context.accountId === null ? null : await this.people.person(context.accountId, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    return this.#ownUser(person, context);
  }

  async #ownUser(person: Person, context: CallContext): Promise<OwnUser> {
    const [xp, preferences, follows] = await Promise.all([
      this.progress.xpOf(person.id, context),
      this.preferences.of(person.id, context),
      this.follows.around(person.id, context),
    ]);
    return presentOwnUser(person, { xp, follows }, preferences);
  }

  async #user(person: Person, context: CallContext): Promise<User | OwnUser> {
    if (person.id === context.accountId) return this.#ownUser(person, context);
    const [xp, follows, { mayAsk }] = await Promise.all([
      this.progress.xpOf(person.id, context),
      this.follows.around(person.id, context),
      this.rpc.call(identityRpc.mayAsk, { targetId: person.id, askerId: context.accountId }, context),
    ]);
    return presentUser(person, { xp, follows, canAsk: mayAsk, viewerHasSession: context.accountId !== null });
  }
}
