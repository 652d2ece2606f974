import { type CallContext, identityRpc, type RpcOutput } from '@hearsay/contracts';
import { startService } from '@hearsay/service-runtime';
import { connectWithinMs, startTestService, type TestService } from '@hearsay/testing';
import type { IdentityConfig } from './config.js';
import { identity } from './identity.definition.js';

/** What only identity's configuration holds; names are folded there. */
export type OwnSettings = Pick<IdentityConfig, 'BOOTSTRAP_AMBASSADORS' | 'BOOTSTRAP_SPOTLIGHTS' | 'PROTECTED_USERNAMES'>;

const ownSettings = (more: Partial<OwnSettings> = {}): OwnSettings => ({
  BOOTSTRAP_AMBASSADORS: [],
  BOOTSTRAP_SPOTLIGHTS: [],
  PROTECTED_USERNAMES: [],
  ...more,
});

/** Identity on real servers with a database of its own. */
export const startIdentity = (more: Partial<OwnSettings> = {}): Promise<TestService> => startTestService(identity, ownSettings(more));

/** A new account, signed in. */
export const register = async (
  test: TestService,
  username: string,
  { password = 'correct horse', isCreator = false, ...context }: { password?: string; isCreator?: boolean } & Partial<CallContext> = {},
): Promise<RpcOutput<typeof identityRpc.login>> => {
  const { signedIn } = await test.call(identityRpc.register, { username, password, isCreator }, null, context);
  if (!signedIn) throw new Error(`${username} was registered before under this key`);
  return signedIn;
};

/** A second process of the same service: same subjects and same database, unless told otherwise. */
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
      DATABASE_URL: databaseUrl,
      IDEMPOTENCY_SECRET: Buffer.alloc(32, 7),
    },
    { connectWithinMs },
  );
