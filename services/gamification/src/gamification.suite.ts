import { gamificationRpc, identityRpc, type Owner } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { defaultDailyCaps } from '@hearsay/game-rules';
import { SealedAuthors } from '@hearsay/service-runtime';
import { eventually, KnownAuthors, randomSealKeys, startTestService } from '@hearsay/testing';
import type { DailyCaps } from './config.js';
import { XpDeferral } from './deferred-xp/deferral.js';
import { PoolPayments } from './deferred-xp/pool-payments.js';
import { gamification } from './gamification.definition.js';

export const sealKeys = randomSealKeys();
export const seals = new SealedAuthors(sealKeys, 'gamification');
export const knownAuthors = new KnownAuthors();
export const anonymousXp = { seals, authors: knownAuthors.lookup() };
export const actTime = '2026-11-20T10:00:00.000Z';

export const anonymousOwner = (accountId: string): Owner => seals.ownerOf(knownAuthors.authorIdOf(accountId));

interface Settings {
  readonly caps?: Partial<DailyCaps>;
  readonly poolSeconds?: number;
  readonly redisUrl?: string;
  readonly readingKeys?: Buffer<ArrayBuffer>[];
}

export type GamificationUnderTest = Awaited<ReturnType<typeof startGamification>>;

export const startGamification = async (settings: Settings = {}) => {
  const accounts = new Map<string, string>();
  const accountByName = (input: unknown) => ({
    accountId: accounts.get((input as { username: string }).username) ?? null,
  });
  const test = await startTestService(
    gamification,
    {
      ...sealKeys,
      SEALED_AUTHOR_READING_KEYS: settings.readingKeys ?? [],
      REDIS_URL: settings.redisUrl ?? process.env.TEST_REDIS_URL ?? '',
      ANONYMOUS_XP_POOL_SECONDS: settings.poolSeconds ?? 0,
      DAILY_XP_CAPS: { ...defaultDailyCaps, ...settings.caps },
    },
    {
      sources: ['content', 'engagement', 'identity'],
      stubs: { content: knownAuthors.answers, identity: { [identityRpc.accountByName.name]: accountByName } },
    },
  );
  const progress = async (accountId: string) =>
    (await test.call(gamificationRpc.progress, { accountIds: [accountId] }, null)).progress[0]!;
  const xp = async (accountId: string) => (await progress(accountId)).xp;
  const isEmpty = (table: string) => eventually(`no ${table}`, async () => (await test.count(table)) === 0);
  return {
    ...test,
    accounts,
    progress,
    xp,
    hasXp: (accountId: string, sum: number) => eventually(`${sum} XP`, async () => (await xp(accountId)) === sum),
    activities: async (accountId: string, before: string | null = null, limit = 50) =>
      (await test.call(gamificationRpc.xpActivities, { before, limit }, accountId)).activities,
    isPaid: () => isEmpty('waiting_xp'),
    areLevelsSettled: () => isEmpty('level_checks'),
    areWaiting: (count: number) => eventually(`${count} wait`, async () => (await test.count('waiting_xp')) === count),
  };
};

/** A pool interval so long that hardly any pool is due during a test. */
export const thousandDaysInSeconds = 1000 * 86_400;

export const newPoolPayments = (
  { service }: GamificationUnderTest,
  execute: CommandPipeline['execute'] = service.pipeline.execute.bind(service.pipeline),
): PoolPayments =>
  new PoolPayments({
    pool: service.pool,
    pipeline: { execute } as CommandPipeline,
    seals,
    authors: knownAuthors.lookup(),
    deferral: new XpDeferral(seals, thousandDaysInSeconds, () => Date.now()),
    caps: defaultDailyCaps,
    wakeLevels: () => undefined,
  });
