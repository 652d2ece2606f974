import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import { boostRanksCopy } from './boost-ranks.copy.js';
import type { ContentConfig } from './config.js';
import { FeedQueries } from './feed.queries.js';
import { migrations } from './migrations.js';
import { PageController } from './page.controller.js';
import { QuestionController } from './question.controller.js';
import { questionKind, replyKind } from './question.entities.js';
import { questionRows, writeTexts } from './question.projection.js';
import { QuestionQueries } from './question.queries.js';
import { revealReaction } from './reveal.reaction.js';
import { RoomQueries } from './room.queries.js';
import { tagSealedOwners } from './tag-sealed-owners.js';

export const consumers = [boostRanksCopy, revealReaction];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  upgrade: (owner, config) => tagSealedOwners(owner, new SealedAuthors(config, 'content')),
  build: ({ config, pool }) => {
    const authors = new SealedAuthors(config, 'content');
    return {
      kinds: [questionKind, replyKind],
      readModels: [questionRows(authors)],
      writers: { texts: writeTexts },
      assemble: (pipeline) => {
        const questions = new QuestionQueries(pool, authors);
        return {
          controllers: [QuestionController, PageController],
          providers: [
            { provide: CommandPipeline, useValue: pipeline },
            { provide: SealedAuthors, useValue: authors },
            { provide: QuestionQueries, useValue: questions },
            { provide: RoomQueries, useValue: new RoomQueries(pool, questions) },
            { provide: FeedQueries, useValue: new FeedQueries(pool, questions) },
          ],
          consumers,
        };
      },
    };
  },
};
