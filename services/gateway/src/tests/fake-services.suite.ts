import { createHash, randomBytes } from 'node:crypto';
import {
  type CallContext,
  liveSubjects,
  type Person,
  Refusal,
  type Rpc,
  rpcSubject,
  type ServiceName,
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

export interface SeenCall {
  readonly service: ServiceName;
  readonly name: string;
  readonly input: unknown;
  readonly context: CallContext;
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
  showActivity: true,
  createdAt: '2026-01-02T03:04:05.678Z',
  chosenAura: 'none',
  whoMayAsk: 'everyone',
});

export class FakeServices {
  readonly calls: SeenCall[] = [];
  readonly people = new Map<string, Person>();
  readonly #sessions = new Map<string, { accountId: string; isAmbassador: boolean; isSpotlight: boolean }>();
  readonly #handlers = new Map<string, Handler>();
  readonly #subscriptions = new Map<ServiceName, Subscription>();

  constructor(
    private readonly connection: NatsConnection,
    private readonly prefix: string,
  ) {
    this.#answer('identity', 'session', ({ tokenHash }: { tokenHash: string }) => ({
      session: this.#sessions.get(tokenHash) ?? null,
    }));
    this.#answer('identity', 'logout', ({ tokenHash }: { tokenHash: string }) => {
      this.#sessions.delete(tokenHash);
      return {};
    });
    this.#answer('identity', 'password-generation', () => ({ generation: 'generation' }));
    this.#answer('identity', 'people', ({ ids }: { ids: string[] }) => ({
      people: ids.flatMap((id) => this.people.get(id) ?? []),
    }));
    this.#answer('identity', 'shown-pictures', ({ keys }: { keys: string[] }) => ({
      keys: keys.filter((key) =>
        [...this.people.values()].some(({ profileImage }) => profileImage === `/api/media/${key}`),
      ),
    }));
    this.#answer('gamification', 'progress', ({ accountIds }: { accountIds: string[] }) => ({
      progress: accountIds.map((accountId) => ({ accountId, xp: 120, level: 2 })),
    }));
    this.#answer(
      'engagement',
      'content-counts',
      ({ items }: { items: { contentType: string; contentId: string }[] }) => ({
        counts: items.map((item) => ({
          ...item,
          boostCount: 0,
          repostCount: 0,
          revision: 0,
          isBoosted: false,
          hasReposted: false,
        })),
      }),
    );
    this.#answer('engagement', 'follow-counts', ({ accountIds }: { accountIds: string[] }) => ({
      counts: accountIds.map((accountId) => ({ accountId, followerCount: 0, followingCount: 0, isFollowing: false })),
    }));
    this.#answer('content', 'profile', () => ({
      content: [],
      activity: [],
      reposts: [],
      stats: { boostsGiven: 0, boostsReceived: 0, answersGiven: 0, questionsAsked: 0 },
    }));
    for (const service of ['identity', 'content', 'engagement', 'gamification', 'moderation', 'notification'] as const)
      this.#listen(service);
  }

  on<R extends Rpc>(rpc: R, handler: (input: never, context: CallContext) => unknown): void {
    this.#answer(rpc.service, rpc.name, handler);
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
        // Concurrent like the real services, so a slow call does not hold up the others.
        for (const call of calls)
          void this.#run(service, call).then((answer) => message.respond(JSON.stringify([answer])));
      },
    });
    this.#subscriptions.set(service, subscription);
  }

  signIn(
    username: string,
    roles: { isAmbassador?: boolean } = {},
  ): { person: Person; cookie: string; tokenHash: string; token: string } {
    const person = makePerson(username);
    this.people.set(person.id, person);
    const token = randomBytes(32).toString('base64url');
    return { person, token, cookie: `hearsay_session=${token}`, tokenHash: this.addSession(token, person.id, roles) };
  }

  addSession(token: string, accountId: string, roles: { isAmbassador?: boolean } = {}): string {
    const tokenHash = createHash('sha256').update(token).digest('base64url');
    this.#sessions.set(tokenHash, { accountId, isAmbassador: roles.isAmbassador ?? false, isSpotlight: false });
    return tokenHash;
  }

  endSession(tokenHash: string): void {
    this.forgetSession(tokenHash);
    this.live(liveSubjects.sessions, { tokenHash, accountId: null });
  }

  /** Deletes the row and publishes nothing. */
  forgetSession(tokenHash: string): void {
    this.#sessions.delete(tokenHash);
  }

  live(subject: string, data: object): void {
    publishLive(this.connection, `${this.prefix}${subject}`, data);
  }

  callsOf(rpc: Rpc): SeenCall[] {
    return this.calls.filter((call) => call.service === rpc.service && call.name === rpc.name);
  }

  #answer(service: ServiceName, name: string, handler: Handler): void {
    this.#handlers.set(`${service}.${name}`, handler);
  }

  async #run(service: ServiceName, call: FakedCall): Promise<object> {
    this.calls.push({ service, name: call.name, input: call.input, context: call.context });
    try {
      const handler = this.#handlers.get(`${service}.${call.name}`);
      if (!handler) throw new Refusal('not_found');
      return { id: call.id, output: await handler(call.input, call.context) };
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal('internal');
      return { id: call.id, refusal: { code: refusal.code, message: refusal.message, details: refusal.details } };
    }
  }
}
