import {
  type CallContext,
  contentRpc,
  identityRpc,
  type OwnUser,
  type Person,
  type Profile,
  Refusal,
  type User,
} from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentOwnUser, presentUser } from '../present/user.js';
import { Follows } from './follows.js';
import { ListedItems } from './listed-items.js';
import { People } from './people.js';
import { Preferences } from './preferences.js';
import { Progress } from './progress.js';

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
