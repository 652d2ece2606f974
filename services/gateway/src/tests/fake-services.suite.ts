import { createHash, randomBytes } from 'node:crypto';
import {
  type CallContext,
  contentRpc,
  type ErrorCode,
  engagementRpc,
  gamificationRpc,
  identityRpc,
  liveSubjects,
  type Person,
  Refusal,
  type Rpc,
  type RpcParsed,
  rpcSubject,
  type ServiceName,
  type Session,
} from '@hearsay/contracts';
import { publishLive } from '@hearsay/messaging';
import { uuidv7 } from '@hearsay/service-runtime';
import type { NatsConnection, Subscription } from '@nats-io/nats-core';

type Handler = (input: never, context: CallContext) => unknown;

interface FakedCall {
  readonly id: number;
  readonly name: string;
  readonly input: never;
  readonly context: CallContext;
}

interface SeenCall {
  readonly service: ServiceName;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
}

export interface SignedIn {
  readonly person: Person;
  readonly cookie: string;
  readonly tokenHash: string;
}

export const makePerson = (username: string): Person => ({
  id: uuidv7(),
  username,
  profileImage: null,
  gradientColors: 'from-purple-400 to-pink-400',
  level: 1,
  badge: null,
  profileBorder: null,
  profileAura: 'none',
  isCreator: false,
  isAmbassador: false,
  isSpotlight: false,
  hideAmbassadorTitle: false,
  profileLink: null,
  invitation: null,
  showActivity: true,
  createdAt: '2026-01-02T03:04:05.678Z',
  chosenAura: 'none',
  whoMayAsk: 'everyone',
  anonymousAsks: 'on',
  anonymousAsksOffUntil: null,
});

const services = ['identity', 'content', 'engagement', 'gamification', 'moderation', 'notification'] as const;

export class FakeServices {
  readonly calls: SeenCall[] = [];
  readonly people = new Map<string, Person>();
  /** Boost counts by content id. A count also serves as the revision. */
  readonly boosts = new Map<string, number>();
  readonly #sessions = new Map<string, Session>();
  readonly #handlers = new Map<string, Handler>();
  readonly #subscriptions = new Map<ServiceName, Subscription>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly prefix: string,
  ) {
    this.on(identityRpc.session, ({ tokenHash }) => ({ session: this.#sessions.get(tokenHash) ?? null }));
    this.on(identityRpc.logout, ({ tokenHash }) => {
      this.#sessions.delete(tokenHash);
      return {};
    });
    this.on(identityRpc.passwordGeneration, () => ({ generation: 'generation' }));
    this.on(identityRpc.people, ({ ids }) => ({ people: ids.flatMap((id) => this.people.get(id) ?? []) }));
    this.on(identityRpc.personByName, ({ username }) => ({
      person: [...this.people.values()].find((person) => person.username === username) ?? null,
    }));
    this.on(identityRpc.mayAsk, () => ({ mayAsk: true, mayAskAnonymously: true }));
    this.on(identityRpc.shownPictures, ({ keys }) => ({
      keys: keys.filter((key) =>
        [...this.people.values()].some(({ profileImage }) => profileImage === `/api/media/${key}`),
      ),
    }));
    this.on(gamificationRpc.progress, ({ accountIds }) => ({
      progress: accountIds.map((accountId) => ({ accountId, xp: 120, level: 2 })),
    }));
    this.on(engagementRpc.contentCounts, ({ items }) => ({
      counts: items.map((item) => {
        const boostCount = this.boosts.get(item.contentId) ?? 0;
        return { ...item, boostCount, repostCount: 0, revision: boostCount, isBoosted: false, hasReposted: false };
      }),
    }));
    this.on(engagementRpc.followCounts, ({ accountIds }) => ({
      counts: accountIds.map((accountId) => ({ accountId, followerCount: 0, followingCount: 0, isFollowing: false })),
    }));
    const stats = { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 };
    this.on(contentRpc.profile, () => ({ content: [], activity: [], reposts: [], stats }));
    for (const service of services) this.#listen(service);
  }

  on<R extends Rpc>(rpc: R, handler: (input: RpcParsed<R>, context: CallContext) => unknown): void {
    this.#handlers.set(`${rpc.service}.${rpc.name}`, handler as Handler);
  }

  refuse(rpc: Rpc, code: ErrorCode, message?: string, details?: Refusal['details']): void {
    this.on(rpc, () => {
      throw new Refusal(code, message, details);
    });
  }

  async start(service: ServiceName): Promise<void> {
    this.#listen(service);
    await this.connection.flush();
  }

  async stop(service: ServiceName): Promise<void> {
    this.#subscriptions.get(service)?.unsubscribe();
    this.#subscriptions.delete(service);
    await this.connection.flush();
  }

  #listen(service: ServiceName): void {
    const subscription = this.connection.subscribe(`${this.prefix}${rpcSubject(service, '*')}`, {
      callback: (error, message) => {
        if (error) return;
        const calls = message.json<FakedCall[]>();
        // Answers calls concurrently, as the real services do, so that a slow call does not delay the others.
        for (const call of calls)
          void this.#run(service, call).then((answer) => message.respond(JSON.stringify([answer])));
      },
    });
    this.#subscriptions.set(service, subscription);
  }

  signIn(username: string, roles: { isAmbassador?: boolean } = {}): SignedIn {
    const person = makePerson(username);
    this.people.set(person.id, person);
    const token = randomBytes(32).toString('base64url');
    return { person, cookie: `hearsay_session=${token}`, tokenHash: this.addSession(token, person.id, roles) };
  }

  addSession(token: string, accountId: string, roles: { isAmbassador?: boolean } = {}): string {
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    this.#sessions.set(tokenHash, { accountId, isAmbassador: roles.isAmbassador ?? false, isSpotlight: false });
    return tokenHash;
  }

  /** Changes the session, as identity does after a change of the account. */
  changeSession({ tokenHash, person }: SignedIn, changes: Partial<Session>): void {
    this.#sessions.set(tokenHash, { ...this.#sessions.get(tokenHash)!, ...changes });
    this.live(liveSubjects.sessions, { tokenHash: null, accountId: person.id });
  }

  endSession(tokenHash: string): void {
    this.forgetSession(tokenHash);
    this.live(liveSubjects.sessions, { tokenHash, accountId: null });
  }

  /** Deletes the session without a live message. */
  forgetSession(tokenHash: string): void {
    this.#sessions.delete(tokenHash);
  }

  live(subject: string, data: object): void {
    publishLive(this.connection, `${this.prefix}${subject}`, data);
  }

  callsOf(rpc: Rpc): SeenCall[] {
    return this.calls.filter((call) => call.service === rpc.service && call.name === rpc.name);
  }

  inputsOf(rpc: Rpc): unknown[] {
    return this.callsOf(rpc).map(({ input }) => input);
  }

  async #run(service: ServiceName, call: FakedCall): Promise<object> {
    this.calls.push({ service, name: call.name, input: call.input, context: call.context });
    try {
      const handler = this.#handlers.get(`${service}.${call.name}`);
      if (!handler) throw new Refusal('not_found');
      return { id: call.id, output: await handler(call.input, call.context) };
    } catch (error) {
      const { code, message, details } = error instanceof Refusal ? error : new Refusal('internal');
      return { id: call.id, refusal: { code, message, details } };
    }
  }
}
