import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  contentRpc,
  identityRpc,
  type LiveSession,
  liveSubjects,
  Refusal,
  type Role,
  type RpcInput,
} from '@hearsay/contracts';
import { startService } from '@hearsay/service-runtime';
import { connectWithinMs, serviceConfig, startTestService, type TestService } from '@hearsay/testing';
import { createAccountDependencies } from './accounts/account-dependencies.js';
import { AccountRemovals } from './accounts/account-removals.js';
import type { IdentityConfig } from './config.js';
import { identity } from './identity.definition.js';
import { hashToken } from './sessions/sessions.js';

type Settings = Pick<IdentityConfig, 'PUBLIC_URL' | 'PROTECTED_USERNAMES'>;
const settings: Settings = { PUBLIC_URL: undefined, PROTECTED_USERNAMES: [] };

export class FakeContent {
  readonly hidden: RpcInput<typeof contentRpc.hideContentOf>[] = [];
  isAway = false;

  readonly answers = {
    [contentRpc.hideContentOf.name]: (input: unknown) => {
      if (this.isAway) throw new Refusal('unavailable');
      this.hidden.push(input as RpcInput<typeof contentRpc.hideContentOf>);
      return { counts: { questions: 0, discussions: 0, podcasts: 0 } };
    },
  };
}

interface Registration extends Partial<CallContext> {
  readonly password?: string;
  readonly isCreator?: boolean;
  readonly founderToken?: string | null;
}

export const startIdentity = async (more: Partial<Settings> = {}, posts = new FakeContent()) => {
  const test = await startTestService(
    identity,
    { ...settings, ...more },
    {
      sources: ['content', 'gamification'],
      stubs: { content: posts.answers },
    },
  );
  const { call } = test;
  const people = async (...ids: string[]) => (await call(identityRpc.people, { ids }, null)).people;
  const session = async (token: string) =>
    (await call(identityRpc.session, { tokenHash: hashToken(token) }, null)).session;
  return {
    ...test,
    async register(username: string, registration: Registration = {}) {
      const { password = 'correct horse', isCreator = false, founderToken = null, ...context } = registration;
      const input = { username, password, isCreator, founderToken };
      const { signedIn } = await call(identityRpc.register, input, null, context);
      if (!signedIn) throw new Error(`${username} was registered before under this key`);
      return signedIn;
    },
    login: (username: string, password = 'correct horse', device: string | null = null) =>
      call(identityRpc.login, { username, password, device }, null),
    people,
    person: async (id: string) => (await people(id))[0]!,
    session,
    isLive: async (token: string) => (await session(token)) !== null,
    setRole: (username: string, isGranted: boolean, role: Role = 'ambassador') =>
      call(identityRpc.setRole, { username, role, isGranted }, null),
    changeProfile: (id: string | null, changes: RpcInput<typeof identityRpc.changeProfile>, context = {}) =>
      call(identityRpc.changeProfile, changes, id, context),
    deleteAccount: (id: string | null, password = 'correct horse', context = {}) =>
      call(identityRpc.deleteAccount, { password }, id, context),
    endedSessions: () => test.live<LiveSession>(liveSubjects.sessions),
  };
};

/** The dependencies of a second process on the same database. `over` replaces some of them. */
export const secondProcessOn = (
  { service: { pool, pipeline } }: TestService,
  over: Partial<ConstructorParameters<typeof AccountRemovals>[0]> = {},
) => {
  const ownParts = createAccountDependencies({
    pool,
    pipeline,
    log: { warn: () => undefined },
    publish: () => undefined,
    now: () => Date.now(),
  });
  const parts = {
    ...ownParts,
    rpc: { call: (async () => ({})) as never },
    ...over,
  };
  const removals = new AccountRemovals(parts);
  return { ...parts, removals };
};

/** A call context for `secondProcessOn`. */
export const contextOf = (accountId: string | null, minutes = 1): CallContext => ({
  correlationId: randomUUID(),
  accountId,
  deadline: new Date(Date.now() + minutes * 60_000).toISOString(),
});

export const startReplica = (
  of: TestService,
  more: Partial<Settings> = {},
  { databaseUrl = of.database.url, prefix = of.prefix }: { databaseUrl?: string; prefix?: string } = {},
) => startService(identity, { ...settings, ...more, ...serviceConfig(databaseUrl, prefix) }, { connectWithinMs });
