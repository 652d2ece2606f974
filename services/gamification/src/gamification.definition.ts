import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { GamificationConfig } from './config.js';
import { DueXpJobs } from './deferred-xp/due-xp.jobs.js';
import { DueXpQueries } from './deferred-xp/due-xp.queries.js';
import { strikePaid, writeUnlinked } from './deferred-xp/unlinked.writers.js';
import { writeGrants } from './grants/grant.decider.js';
import { boostsReactor } from './ledger/boosts.reactor.js';
import { accountAggregate, dayAggregate, entryAggregate, unlinkedAggregate } from './ledger/ledger.aggregates.js';
import { ledgerRows } from './ledger/ledger.projection.js';
import { postsReactor } from './ledger/posts.reactor.js';
import { XpController } from './ledger/xp.controller.js';
import { XpQueries } from './ledger/xp.queries.js';
import { migrations } from './migrations.js';

type Settings = Pick<
  GamificationConfig,
  'SEALED_AUTHOR_KEYS' | 'SEALED_AUTHOR_TAG_KEY' | 'ANONYMOUS_XP_MAX_DELAY_SECONDS' | 'DAILY_XP_CAPS'
>;

export const readModelsOf = (config: Settings) => [ledgerRows(config.DAILY_XP_CAPS)];

export const consumersOf = (config: Settings) => {
  const settings = {
    authors: new SealedAuthors(config, 'gamification'),
    maxDelaySeconds: config.ANONYMOUS_XP_MAX_DELAY_SECONDS,
    caps: config.DAILY_XP_CAPS,
  };
  return [postsReactor(settings), boostsReactor(settings)];
};

export const gamification: ServiceDefinition<GamificationConfig> = {
  name: 'gamification',
  migrations,
  build: ({ config, pool, connection, log }) => ({
    aggregates: [accountAggregate, unlinkedAggregate, entryAggregate, dayAggregate],
    readModels: readModelsOf(config),
    writers: { unlinked: writeUnlinked, paid: strikePaid, grants: writeGrants },
    assemble: (pipeline) => {
      let jobs: DueXpJobs | undefined;
      return {
        controllers: [XpController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: XpQueries, useValue: new XpQueries(pool, config.DAILY_XP_CAPS) },
        ],
        consumers: consumersOf(config),
        start: async () => {
          jobs = new DueXpJobs({
            redisUrl: config.REDIS_URL,
            prefix: config.SUBJECT_PREFIX,
            connection,
            pipeline,
            queries: new DueXpQueries(pool, new SealedAuthors(config, 'gamification'), config.DAILY_XP_CAPS),
            log,
          });
        },
        stop: async () => jobs?.stop(),
      };
    },
  }),
};
