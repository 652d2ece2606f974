import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { NotificationConfig } from './config.js';
import { boostActAggregate, boostGroupAggregate, inboxAggregate, noticeAggregate } from './inbox/inbox.aggregates.js';
import { InboxController } from './inbox/inbox.controller.js';
import { inboxRows } from './inbox/inbox.projection.js';
import { InboxQueries } from './inbox/inbox.queries.js';
import { migrations } from './migrations.js';
import { boostsReactor } from './notices/boosts.reactor.js';
import { contentReactor } from './notices/content.reactor.js';
import { levelsReactor } from './notices/levels.reactor.js';

export const notification: ServiceDefinition<NotificationConfig> = {
  name: 'notification',
  migrations,
  build: ({ config, pool }) => {
    const authors = new SealedAuthors(config, 'notification');
    return {
      aggregates: [inboxAggregate, boostGroupAggregate, boostActAggregate, noticeAggregate],
      readModels: [inboxRows(authors)],
      writers: {},
      assemble: (pipeline) => ({
        controllers: [InboxController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: InboxQueries, useValue: new InboxQueries(pool) },
        ],
        consumers: [contentReactor(authors), boostsReactor(authors), levelsReactor],
      }),
    };
  },
};
