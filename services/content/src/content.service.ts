import { CommandPipeline } from '@hearsay/event-store';
import type { ServiceDefinition } from '@hearsay/service-runtime';
import { boostRanksCopy } from './boost-ranks.copy.js';
import type { ContentConfig } from './config.js';
import { FeedQueries } from './feed.queries.js';
import { migrations } from './migrations.js';
import { PageController } from './page.controller.js';
import { QuestionController, sealKeyToken } from './question.controller.js';
import { questionKind, replyKind } from './question.entities.js';
import { questionRows, writeTexts } from './question.projection.js';
import { QuestionQueries } from './question.queries.js';
import { revealReaction } from './reveal.reaction.js';
import { RoomQueries } from './room.queries.js';

export const consumers = [boostRanksCopy, revealReaction];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  build: ({ config, pool }) => ({
    kinds: [questionKind, replyKind],
    readModels: [questionRows(config.SEALED_AUTHOR_KEY)],
    writers: { texts: writeTexts },
    assemble: (pipeline) => {
      const questions = new QuestionQueries(pool);
      return {
        controllers: [QuestionController, PageController],
        providers: [
          { provide: CommandPipeline, useValue: pipeline },
          { provide: sealKeyToken, useValue: config.SEALED_AUTHOR_KEY },
          { provide: QuestionQueries, useValue: questions },
          { provide: RoomQueries, useValue: new RoomQueries(pool, questions) },
          { provide: FeedQueries, useValue: new FeedQueries(pool, questions) },
        ],
        consumers,
      };
    },
  }),
};
