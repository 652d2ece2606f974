import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import { boostsReaction } from './boosts.reaction.js';
import type { NotificationConfig } from './config.js';
import { contentReaction } from './content.reaction.js';
import { InboxController } from './inbox.controller.js';
import { boostActKind, boostGroupKind, inboxKind, noticeKind } from './inbox.entities.js';
import { inboxRows } from './inbox.projection.js';
import { InboxQueries } from './inbox.queries.js';
import { levelsReaction } from './levels.reaction.js';
import { migrations } from './migrations.js';

export const notification: ServiceDefinition<NotificationConfig> = {
  name: 'notification',
  migrations,
  build: ({ config, pool }) => {
    const authors = new SealedAuthors(config, 'notification');
    return {
      kinds: [inboxKind, boostGroupKind, boostActKind, noticeKind],
      readModels: [inboxRows(authors)],
      writers: {},
      assemble: (pipeline) => ({
        controllers: [InboxController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: InboxQueries, useValue: new InboxQueries(pool) },
        ],
        consumers: [contentReaction(authors), boostsReaction(authors), levelsReaction],
      }),
    };
  },
};
