import { CommandPipeline, migrationsIn } from '@hearsay/event-store';
import {
  authorsOfContent,
  DueJobs,
  SealedAuthors,
  type ServiceDefinition,
  tellOfUnreadableSeals,
} from '@hearsay/service-runtime';
import { boostsProjector } from './boosts/boosts.projector.js';
import { removedContentsProjector } from './boosts/removed-contents.projector.js';
import type { GamificationConfig } from './config.js';
import { anonymousBoostsReactor } from './deferred-xp/anonymous-boosts.reactor.js';
import { writeRemovals } from './deferred-xp/anonymous-removals.js';
import { Deferral } from './deferred-xp/deferral.js';
import { poolEntryAggregate, poolJob, poolSubject, waitingAggregate } from './deferred-xp/pool.decider.js';
import { poolRows } from './deferred-xp/pool.projection.js';
import { strikePaid, writeAnonymousPosts, writeWaiting, writeWeighed } from './deferred-xp/pool.sql.js';
import { PoolPayments } from './deferred-xp/pool-payments.js';
import { erasedAccountsReactor } from './ledger/erased-accounts.reactor.js';
import { entryAggregate, postAggregate } from './ledger/ledger.decider.js';
import { ledgerRows } from './ledger/ledger.projection.js';
import { forgetReasons, writeGrants } from './ledger/ledger.sql.js';
import { postsReactor } from './ledger/posts.reactor.js';
import { XpController } from './ledger/xp.controller.js';
import { XpQueries } from './ledger/xp.queries.js';
import { accountAggregate } from './levels/level.decider.js';
import { strikeLevelChecks, writeLevelChecks } from './levels/level.sql.js';
import { LevelSettler } from './levels/level-settler.js';

export const gamification: ServiceDefinition<GamificationConfig> = {
  name: 'gamification',
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  build({ config, pool, connection, rpc, log, metrics, servers }) {
    const seals = new SealedAuthors(config, 'gamification', tellOfUnreadableSeals(log, metrics));
    const authors = authorsOfContent(rpc);
    const anonymousXp = { seals, authors };
    const caps = config.DAILY_XP_CAPS;
    const prefix = config.SUBJECT_PREFIX;
    const deferral = new Deferral(seals, config.ANONYMOUS_XP_POOL_SECONDS);
    return {
      aggregates: [accountAggregate, waitingAggregate, entryAggregate, postAggregate, poolEntryAggregate],
      readModels: [ledgerRows(caps), poolRows(seals)],
      writers: {
        waiting: writeWaiting,
        weighed: writeWeighed(deferral),
        anonymousPosts: writeAnonymousPosts,
        removals: writeRemovals,
        paid: strikePaid,
        grants: writeGrants,
        forgottenReasons: forgetReasons,
        levelChecks: writeLevelChecks,
        settledChecks: strikeLevelChecks,
      },
      assemble(pipeline) {
        let settler: LevelSettler | undefined;
        let jobs: DueJobs | undefined;
        const wakeLevels = () => settler?.wake();
        return {
          controllers: [XpController],
          providers: [
            { provide: CommandPipeline, useValue: pipeline },
            { provide: XpQueries, useValue: new XpQueries(pool, anonymousXp, caps) },
          ],
          consumers: [
            boostsProjector({ anonymousXp, caps, wakeLevels }),
            removedContentsProjector({ anonymousXp, caps, wakeLevels }),
            anonymousBoostsReactor(deferral),
            postsReactor(deferral),
            erasedAccountsReactor,
          ],
          async start() {
            settler = new LevelSettler({ pool, pipeline, anonymousXp, connection, prefix, log });
            const payments = new PoolPayments({ pool, pipeline, seals, authors, deferral, caps, wakeLevels });
            jobs = new DueJobs({
              queue: 'anonymous-xp-pools',
              redisUrl: config.REDIS_URL,
              prefix,
              connection,
              subject: poolSubject,
              due: async () => (await payments.due()).map(poolJob),
              run: ({ dueAt }) => payments.pay(dueAt),
              log,
              metrics,
              servers,
            });
          },
          async isDone() {
            const { rows } = await pool.query(
              'select 1 from level_checks union all select 1 from xp_pools where due_at <= now() limit 1',
            );
            return rows.length === 0;
          },
          async stop() {
            await jobs?.stop();
            await settler?.stop();
          },
        };
      },
    };
  },
};
