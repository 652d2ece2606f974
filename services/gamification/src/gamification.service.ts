import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import { boostsReaction } from './boosts.reaction.js';
import type { GamificationConfig } from './config.js';
import { DueXpJobs } from './due-xp.jobs.js';
import { DueXpQueries } from './due-xp.queries.js';
import { writeGrants } from './grant.decider.js';
import { accountKind, dayKind, entryKind, unlinkedKind } from './ledger.entities.js';
import { ledgerRows } from './ledger.projection.js';
import { migrations } from './migrations.js';
import { postsReaction } from './posts.reaction.js';
import { strikePaid, writeUnlinked } from './unlinked.writers.js';
import { XpController } from './xp.controller.js';
import { XpQueries } from './xp.queries.js';

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
  return [postsReaction(settings), boostsReaction(settings)];
};

export const gamification: ServiceDefinition<GamificationConfig> = {
  name: 'gamification',
  migrations,
  build: ({ config, pool, connection, log }) => ({
    kinds: [accountKind, unlinkedKind, entryKind, dayKind],
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
