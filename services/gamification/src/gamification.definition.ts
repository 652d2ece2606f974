import { readMigrations, rowsDeleter, rowsInserter } from '@hearsay/event-store';
import { authorsOfContent, logUnreadableSeals, SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import { boostsProjector } from './boosts/boosts.projector.js';
import { HeardQueries } from './boosts/heard.queries.js';
import { removedContentsProjector } from './boosts/removed-contents.projector.js';
import type { GamificationConfig } from './config.js';
import { anonymousPostBoostsReactor } from './deferred-xp/anonymous-boosts.reactor.js';
import { writeAnonymousRemovals } from './deferred-xp/anonymous-removals.js';
import { XpDeferral } from './deferred-xp/deferral.js';
import { poolEntryAggregate, waitingXpAggregate } from './deferred-xp/pool.decider.js';
import { poolRows } from './deferred-xp/pool.projection.js';
import { writeRecomputedDays, writeWaitingXp } from './deferred-xp/pool.sql.js';
import { PoolPayments } from './deferred-xp/pool-payments.js';
import { postAggregate, xpEntryAggregate } from './ledger/ledger.decider.js';
import { ledgerRows } from './ledger/ledger.projection.js';
import { erasedAccountsReactor, postsReactor } from './ledger/ledger.reactor.js';
import { deleteGrantReasons } from './ledger/ledger.sql.js';
import { xpHandlers } from './ledger/xp.handlers.js';
import { XpQueries } from './ledger/xp.queries.js';
import { accountAggregate, levelsWakeSubject } from './levels/level.decider.js';
import { writeLevelChecks } from './levels/level.sql.js';
import { settleLevels } from './levels/level-settler.js';

/** The sweeps also find unfinished work of a killed process. */
const sweepEveryMs = 1000;

export const gamification: ServiceDefinition<GamificationConfig> = {
  name: 'gamification',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build({ config, pool, rpc, log, metrics, publish, now }) {
    const seals = new SealedAuthors(config, 'gamification', logUnreadableSeals(log, metrics));
    const authors = authorsOfContent(rpc);
    const anonymousXp = { seals, authors };
    const caps = config.DAILY_XP_CAPS;
    const deferral = new XpDeferral(seals, config.ANONYMOUS_XP_POOL_SECONDS, now);
    return {
      aggregates: [accountAggregate, waitingXpAggregate, xpEntryAggregate, postAggregate, poolEntryAggregate],
      readModels: [ledgerRows(caps), poolRows(seals)],
      writers: {
        waiting: writeWaitingXp,
        weighed: writeRecomputedDays(deferral),
        anonymousPosts: rowsInserter('anonymous_posts', 'on conflict do nothing'),
        removals: writeAnonymousRemovals,
        paid: rowsDeleter('waiting_xp', 'id'),
        grants: rowsInserter('xp_grants'),
        forgottenReasons: deleteGrantReasons,
        levelChecks: writeLevelChecks,
        settledChecks: rowsDeleter('level_checks', 'account_id', 'number'),
      },
      assemble(pipeline) {
        const wakeLevels = () => publish(levelsWakeSubject, {});
        const payments = new PoolPayments({ pool, pipeline, seals, authors, deferral, caps, wakeLevels });
        return {
          handlers: [xpHandlers(pipeline, new XpQueries(pool, anonymousXp, caps), new HeardQueries(pool, now), now)],
          consumers: [
            boostsProjector({ anonymousXp, caps, wakeLevels }),
            removedContentsProjector({ anonymousXp, caps, wakeLevels }),
            anonymousPostBoostsReactor(deferral),
            postsReactor(deferral),
            erasedAccountsReactor,
          ],
          sweeps: [
            {
              name: 'levels',
              everyMs: sweepEveryMs,
              wokenBy: levelsWakeSubject,
              sweep: () => settleLevels(pool, pipeline, anonymousXp),
              isDone: async () => (await pool.query('select from level_checks limit 1')).rowCount === 0,
            },
            {
              name: 'anonymous-xp-pools',
              everyMs: sweepEveryMs,
              redisUrl: config.REDIS_URL,
              due: () => payments.duePools(),
              run: ({ id }) => payments.payPool(id),
            },
          ],
        };
      },
    };
  },
};
