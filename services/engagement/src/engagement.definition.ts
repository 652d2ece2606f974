import { CommandPipeline, migrationsIn } from '@hearsay/event-store';
import type { ServiceDefinition } from '@hearsay/service-runtime';
import { eraseTexts, writeTexts } from '@hearsay/service-runtime';
import { erasedAccountsProjector } from './accounts/erased-accounts.projector.js';
import { hiddenAccountsReactor } from './accounts/hidden-accounts.reactor.js';
import { isUndone, newestHidingsProjector } from './accounts/newest-hidings.projector.js';
import { BoostController } from './boosts/boost.controller.js';
import { boostAggregate } from './boosts/boost.decider.js';
import { boostRows } from './boosts/boost.projection.js';
import type { EngagementConfig } from './config.js';
import { AbsentContent } from './contents/absent-content.js';
import { ContentTargets } from './contents/content-targets.js';
import { contentsProjector } from './contents/contents.projector.js';
import { RememberedTargets } from './contents/remembered-targets.js';
import { counterAggregate } from './counters/counter.aggregates.js';
import { counterRows } from './counters/counter.projection.js';
import { CountsController } from './counters/counts.controller.js';
import { CountsQueries } from './counters/counts.queries.js';
import { ExportController } from './exports/export.controller.js';
import { FollowController } from './follows/follow.controller.js';
import { followAggregate, followCountAggregate } from './follows/follow.decider.js';
import { followRows } from './follows/follow.projection.js';
import { FollowQueries } from './follows/follow.queries.js';
import { eraseWords } from './reposts/erasures.js';
import { RepostController } from './reposts/repost.controller.js';
import { repostAggregate } from './reposts/repost.decider.js';
import { repostRows } from './reposts/repost.projection.js';
import { RepostQueries } from './reposts/repost.queries.js';
import { strikeErasures, writeErasures } from './reposts/repost.sql.js';
import { RepostRemovals } from './reposts/repost-removals.js';

const readModels = [boostRows, repostRows, counterRows, followRows];

const sweepEveryMs = 60_000;

export const engagement: ServiceDefinition<EngagementConfig> = {
  name: 'engagement',
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  build: ({ pool, commandPool, rpc }) => ({
    // Order of locks: a counter guards the boosts and reposts of its content, two follow counts guard the follow
    // between them.
    aggregates: [counterAggregate, boostAggregate, repostAggregate, followCountAggregate, followAggregate],
    readModels,
    writers: { texts: writeTexts, erasedTexts: eraseTexts, erasures: writeErasures, keptWords: strikeErasures },
    assemble: (pipeline) => {
      const absent = new AbsentContent();
      const remembered = new RememberedTargets();
      const targets = new ContentTargets(commandPool, rpc, absent, remembered);
      const targetsOfReads = new ContentTargets(pool, rpc, absent, remembered);
      const reposts = new RepostQueries(pool);
      const follows = new FollowQueries(pool);
      return {
        controllers: [BoostController, CountsController, RepostController, FollowController, ExportController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: ContentTargets, useValue: targets },
          { provide: CountsQueries, useValue: new CountsQueries(pool, targetsOfReads) },
          { provide: RepostQueries, useValue: reposts },
          { provide: RepostRemovals, useValue: new RepostRemovals(pipeline, reposts) },
          { provide: FollowQueries, useValue: follows },
        ],
        consumers: [
          contentsProjector(absent, remembered),
          newestHidingsProjector,
          hiddenAccountsReactor({
            reposts,
            follows,
            isUndone: (accountId, revision) => isUndone(pool, accountId, revision),
          }),
          erasedAccountsProjector,
        ],
        sweeps: [{ name: 'words of reposts', everyMs: sweepEveryMs, sweep: () => eraseWords(pool) }],
      };
    },
  }),
};
