import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { ContentConfig } from './config.js';
import { boostRanksProjector } from './feeds/boost-ranks.projector.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { migrations } from './migrations.js';
import { PageController } from './page.controller.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate, replyAggregate } from './questions/question.aggregates.js';
import { QuestionController } from './questions/question.controller.js';
import { questionRows, writeTexts } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { revealReactor } from './reveals/reveal.reactor.js';
import { RoomQueries } from './rooms/room.queries.js';
import { tagSealedOwners } from './tag-sealed-owners.js';

export const consumers = [boostRanksProjector, revealReactor];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  upgrade: (owner, config) => tagSealedOwners(owner, new SealedAuthors(config, 'content')),
  build: ({ config, pool }) => {
    const authors = new SealedAuthors(config, 'content');
    return {
      aggregates: [questionAggregate, replyAggregate],
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
            { provide: FeedQueries, useValue: new FeedQueries(pool) },
            { provide: OwnQueries, useValue: new OwnQueries(pool, questions) },
          ],
          consumers,
        };
      },
    };
  },
};
