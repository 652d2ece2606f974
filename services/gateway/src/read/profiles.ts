import { type CallContext, identityRpc, type OwnUser, type Person, type Profile, Refusal, type User } from '@hearsay/contracts';
import type { RpcClient } from '@hearsay/messaging';
import { presentOwnUser, presentUser } from '../present/user.js';
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
  ) {}

  /** @throws Refusal `not_found` */
  async profile(id: string, context: CallContext): Promise<Profile> {
    const person = await this.people.person(id, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    return {
      user: await this.#user(person, context),
      content: [],
      activity: [],
      reposts: [],
      stats: { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 },
    };
  }

  /** @throws Refusal `not_found` */
  async userNamed(username: string, context: CallContext): Promise<User | OwnUser> {
    const { person } = await this.rpc.call(identityRpc.personByName, { username }, context);
    if (!person) throw new Refusal('not_found', 'User not found');
    return this.#user(person, context);
  }

  async #user(person: Person, context: CallContext): Promise<User | OwnUser> {
    if (person.id === context.accountId) {
      const [xp, preferences] = await Promise.all([this.progress.xpOf(person.id, context), this.preferences.of(person.id, context)]);
      return presentOwnUser(person, xp, preferences);
    }
    const [xp, { mayAsk }] = await Promise.all([
      this.progress.xpOf(person.id, context),
      this.rpc.call(identityRpc.mayAsk, { targetId: person.id, askerId: context.accountId }, context),
    ]);
    return presentUser(person, { xp, canAsk: mayAsk });
  }
}
