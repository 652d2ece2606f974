import { CommandPipeline } from '@hearsay/event-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { ContentConfig } from './config.js';
import { contentCountsProjector } from './feeds/content-counts.projector.js';
import { FeedController } from './feeds/feed.controller.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { followsProjector } from './feeds/follows.projector.js';
import { ranksProjector } from './feeds/ranks.projector.js';
import { repostsProjector } from './feeds/reposts.projector.js';
import { migrations } from './migrations.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate } from './questions/question.aggregates.js';
import { QuestionController } from './questions/question.controller.js';
import { questionRows } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { strikeErasures, writeErasures } from './removals/erasures.writers.js';
import { RemovalController } from './removals/removal.controller.js';
import { replyAggregate } from './replies/reply.aggregates.js';
import { ReplyController } from './replies/reply.controller.js';
import { RevealController } from './reveals/reveal.controller.js';
import { revealReactor } from './reveals/reveal.reactor.js';
import { RoomController } from './rooms/room.controller.js';
import { RoomQueries } from './rooms/room.queries.js';
import { tagSealedOwners } from './tag-sealed-owners.js';
import { writeTexts } from './texts.writers.js';

const consumers = [contentCountsProjector, ranksProjector, repostsProjector, followsProjector, revealReactor];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  upgrade: (owner, config) => tagSealedOwners(owner, new SealedAuthors(config, 'content')),
  build: ({ config, pool }) => {
    const authors = new SealedAuthors(config, 'content');
    return {
      aggregates: [questionAggregate, replyAggregate],
      readModels: [questionRows(authors)],
      writers: { texts: writeTexts, erasures: writeErasures, keptWords: strikeErasures },
      assemble: (pipeline) => {
        const questions = new QuestionQueries(pool, authors);
        return {
          controllers: [QuestionController, ReplyController, RemovalController, RevealController, RoomController, FeedController],
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
