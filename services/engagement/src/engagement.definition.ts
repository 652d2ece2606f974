import { readMigrations, rowsInserter } from '@hearsay/event-store';
import { eraseTexts, type ServiceDefinition, writeTexts } from '@hearsay/service-runtime';
import { accountsProjector, isHidingUndone } from './accounts/accounts.projector.js';
import { hiddenAccountsReactor } from './accounts/hidden-accounts.reactor.js';
import { boostAggregate } from './boosts/boost.decider.js';
import { boostHandlers } from './boosts/boost.handlers.js';
import { boostRows } from './boosts/boost.projection.js';
import { loweredThresholdsReactor } from './boosts/lowered-thresholds.reactor.js';
import type { EngagementConfig } from './config.js';
import { ContentLookup } from './contents/content-targets.js';
import { contentsProjector } from './contents/contents.projector.js';
import { counterAggregate } from './counters/counter.aggregates.js';
import { counterRows } from './counters/counter.projection.js';
import { CountsQueries } from './counters/counts.queries.js';
import { exportHandlers } from './exports/export.handlers.js';
import { blocksReactor } from './follows/blocks.reactor.js';
import { followAggregate, followCountAggregate } from './follows/follow.decider.js';
import { followHandlers } from './follows/follow.handlers.js';
import { followRows } from './follows/follow.projection.js';
import { FollowQueries } from './follows/follow.queries.js';
import { eraseRepostTexts } from './reposts/erasures.js';
import { repostAggregate } from './reposts/repost.decider.js';
import { repostHandlers } from './reposts/repost.handlers.js';
import { repostRows } from './reposts/repost.projection.js';
import { RepostQueries } from './reposts/repost.queries.js';
import { deleteRepostErasures } from './reposts/repost.sql.js';

const sweepEveryMs = 60_000;

export const engagement: ServiceDefinition<EngagementConfig> = {
  name: 'engagement',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build: ({ pool, commandPool, rpc }) => ({
    // Commands lock aggregates in this order. A counter guards boosts and reposts of its content.
    // The counts of two people guard the follow between them.
    aggregates: [counterAggregate, boostAggregate, repostAggregate, followCountAggregate, followAggregate],
    readModels: [boostRows, repostRows, counterRows, followRows],
    writers: {
      texts: writeTexts,
      erasedTexts: eraseTexts,
      erasures: rowsInserter('repost_erasures'),
      keptWords: deleteRepostErasures,
    },
    assemble: (pipeline) => {
      const targets = new ContentLookup(commandPool, rpc);
      const targetsOfReads = new ContentLookup(pool, rpc);
      const reposts = new RepostQueries(pool);
      const follows = new FollowQueries(pool);
      return {
        handlers: [
          boostHandlers(pipeline, targets, new CountsQueries(pool, targetsOfReads)),
          repostHandlers(pipeline, targets, reposts),
          followHandlers(pipeline, follows),
          exportHandlers(reposts, follows),
        ],
        consumers: [
          contentsProjector,
          loweredThresholdsReactor,
          accountsProjector,
          blocksReactor,
          hiddenAccountsReactor({ reposts, follows, isHidingUndone: (...hiding) => isHidingUndone(pool, ...hiding) }),
        ],
        sweeps: [{ name: 'words of reposts', everyMs: sweepEveryMs, sweep: () => eraseRepostTexts(pool) }],
      };
    },
  }),
};
