import { CommandPipeline } from '@hearsay/event-store';
import type { ServiceDefinition } from '@hearsay/service-runtime';
import { AbsentContent } from './absent-content.js';
import { BoostController } from './boost.controller.js';
import { boostKind, counterKind } from './boost.entities.js';
import { boostRows } from './boost.projection.js';
import { BoostQueries } from './boost.queries.js';
import { BoostTargets } from './boost-targets.js';
import type { EngagementConfig } from './config.js';
import { contentsCopy } from './contents.copy.js';
import { migrations } from './migrations.js';

export const readModels = [boostRows];

export const engagement: ServiceDefinition<EngagementConfig> = {
  name: 'engagement',
  migrations,
  build: ({ pool, rpc }) => ({
    // The counter's lock guards the pairs of its content too.
    kinds: [counterKind, boostKind],
    readModels,
    writers: {},
    assemble: (pipeline) => {
      const absent = new AbsentContent();
      const targets = new BoostTargets(pool, rpc, absent);
      return {
        controllers: [BoostController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: BoostTargets, useValue: targets },
          { provide: BoostQueries, useValue: new BoostQueries(pool, targets) },
        ],
        consumers: [contentsCopy(absent)],
      };
    },
  }),
};
