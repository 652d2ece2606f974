import { type CallContext, contentRpc, identityRpc, Refusal, type RpcInput, type RpcOutput } from '@hearsay/contracts';
import { startService } from '@hearsay/service-runtime';
import { connectWithinMs, createTestServiceStub, startTestService, type TestService } from '@hearsay/testing';
import type { IdentityConfig } from './config.js';
import { identity } from './identity.definition.js';

export type OwnSettings = Pick<
  IdentityConfig,
  'BOOTSTRAP_AMBASSADORS' | 'BOOTSTRAP_SPOTLIGHTS' | 'PROTECTED_USERNAMES'
>;

const ownSettings = (more: Partial<OwnSettings> = {}): OwnSettings => ({
  BOOTSTRAP_AMBASSADORS: [],
  BOOTSTRAP_SPOTLIGHTS: [],
  PROTECTED_USERNAMES: [],
  ...more,
});

export class FakePosts {
  readonly hidden: RpcInput<typeof contentRpc.hideContentOf>[] = [];
  readonly shown: string[] = [];
  isAway = false;

  readonly answers = {
    [contentRpc.hideContentOf.name]: (input: unknown) => {
      if (this.isAway) throw new Refusal('unavailable');
      this.hidden.push(input as RpcInput<typeof contentRpc.hideContentOf>);
      return { counts: { questions: 0, discussions: 0, podcasts: 0 } };
    },
    [contentRpc.showContentOf.name]: (input: unknown) => {
      const { removalId } = input as { removalId: string };
      if (!this.hidden.some((hiding) => hiding.removalId === removalId)) throw new Refusal('not_found');
      this.shown.push(removalId);
      return {};
    },
  };
}

export const startIdentity = async (more: Partial<OwnSettings> = {}, posts = new FakePosts()): Promise<TestService> => {
  const test = await startTestService(identity, ownSettings(more));
  const content = createTestServiceStub(test.connection, test.prefix, 'content', posts.answers);
  await test.connection.flush();
  return {
    ...test,
    async stop() {
      content.stop();
      await test.stop();
    },
  };
};

export const register = async (
  test: TestService,
  username: string,
  {
    password = 'correct horse',
    isCreator = false,
    ...context
  }: { password?: string; isCreator?: boolean } & Partial<CallContext> = {},
): Promise<RpcOutput<typeof identityRpc.login>> => {
  const { signedIn } = await test.call(identityRpc.register, { username, password, isCreator }, null, context);
  if (!signedIn) throw new Error(`${username} was registered before under this key`);
  return signedIn;
};

export const startReplica = (
  of: TestService,
  more: Partial<OwnSettings> = {},
  { databaseUrl = of.database.url, prefix = of.prefix }: { databaseUrl?: string; prefix?: string } = {},
) =>
  startService(
    identity,
    {
      ...ownSettings(more),
      NODE_ENV: 'test',
      NATS_URL: process.env.TEST_NATS_URL ?? '',
      SUBJECT_PREFIX: prefix,
      LOG_LEVEL: 'silent',
      HEALTH_PORT: 0,
      HEALTH_HOST: '127.0.0.1',
      DATABASE_POOL_SIZE: 16,
      DATABASE_URL: databaseUrl,
      IDEMPOTENCY_SECRET: Buffer.alloc(32, 7),
    },
    { connectWithinMs },
  );
