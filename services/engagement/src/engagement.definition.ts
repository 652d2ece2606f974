import type { BoostTarget } from '@hearsay/contracts';
import { CommandPipeline } from '@hearsay/event-store';
import type { ServiceDefinition } from '@hearsay/service-runtime';
import { AbsentContent } from './absent-content.js';
import { boostAggregate, counterAggregate } from './boost.aggregates.js';
import { BoostController } from './boost.controller.js';
import { boostRows } from './boost.projection.js';
import { BoostQueries } from './boost.queries.js';
import { BoostTargets } from './boost-targets.js';
import type { EngagementConfig } from './config.js';
import { contentsProjector } from './contents.projector.js';
import { migrations } from './migrations.js';

const readModels = [boostRows];

export const engagement: ServiceDefinition<EngagementConfig> = {
  name: 'engagement',
  migrations,
  build: ({ pool, commandPool, rpc }) => ({
    // The counter's lock guards the pairs of its content too.
    aggregates: [counterAggregate, boostAggregate],
    readModels,
    writers: {},
    assemble: (pipeline) => {
      const absent = new AbsentContent();
      const remembered = new Map<string, BoostTarget>();
      const targets = new BoostTargets(commandPool, rpc, absent, remembered);
      const targetsOfReads = new BoostTargets(pool, rpc, absent, remembered);
      return {
        controllers: [BoostController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: BoostTargets, useValue: targets },
          { provide: BoostQueries, useValue: new BoostQueries(pool, targetsOfReads) },
        ],
        consumers: [contentsProjector(absent)],
      };
    },
  }),
};
