import { CommandPipeline } from '@hearsay/event-store';
import { openMediaStore } from '@hearsay/media-store';
import { SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import type { ContentConfig } from './config.js';
import { contentCountsProjector } from './feeds/content-counts.projector.js';
import { FeedController } from './feeds/feed.controller.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { followsProjector } from './feeds/follows.projector.js';
import { ranksProjector } from './feeds/ranks.projector.js';
import { repostsProjector } from './feeds/reposts.projector.js';
import { migrations } from './migrations.js';
import { podcastAggregate } from './podcasts/podcast.aggregates.js';
import { PodcastController } from './podcasts/podcast.controller.js';
import { podcastRows } from './podcasts/podcast.projection.js';
import { PodcastQueries } from './podcasts/podcast.queries.js';
import { eraseTexts, writeMedia, writePlays } from './podcasts/podcast.writers.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate } from './questions/question.aggregates.js';
import { QuestionController } from './questions/question.controller.js';
import { questionRows } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { strikeErasures, writeErasures } from './removals/erasures.writers.js';
import { RemovalController } from './removals/removal.controller.js';
import { replyAggregate } from './replies/reply.aggregates.js';
import { ReplyController } from './replies/reply.controller.js';
import { ReportedController } from './reports/reported.controller.js';
import { ReportedQueries } from './reports/reported.queries.js';
import { RevealController } from './reveals/reveal.controller.js';
import { revealReactor } from './reveals/reveal.reactor.js';
import { RoomController } from './rooms/room.controller.js';
import { RoomQueries } from './rooms/room.queries.js';
import { EpisodeMedia } from './sounds/episode-media.js';
import { SoundExaminer } from './sounds/examine-sound.js';
import { MediaSweep } from './sounds/media-sweep.js';
import { tagSealedOwners } from './tag-sealed-owners.js';
import { writeTexts } from './texts.writers.js';
import { uploadAggregate } from './uploads/upload.aggregates.js';
import { UploadController } from './uploads/upload.controller.js';
import { writeUsedUploads } from './uploads/upload.writers.js';
import { Uploads } from './uploads/uploads.js';

const consumers = [contentCountsProjector, ranksProjector, repostsProjector, followsProjector, revealReactor];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  upgrade: (owner, config) => tagSealedOwners(owner, new SealedAuthors(config, 'content')),
  build: ({ config, pool, log }) => {
    const authors = new SealedAuthors(config, 'content');
    return {
      aggregates: [uploadAggregate, questionAggregate, replyAggregate, podcastAggregate],
      readModels: [questionRows(authors), podcastRows],
      writers: {
        texts: writeTexts,
        erasures: writeErasures,
        keptWords: strikeErasures,
        erasedTexts: eraseTexts,
        media: writeMedia,
        plays: writePlays,
        usedUploads: writeUsedUploads,
      },
      assemble: (pipeline) => {
        const questions = new QuestionQueries(pool, authors);
        const store = openMediaStore(config.MEDIA_URL);
        const uploads = new Uploads(pool);
        const sweep = new MediaSweep({ pool, store, eraseAfterHours: config.ERASE_AFTER_HOURS, log });
        return {
          controllers: [
            QuestionController,
            ReplyController,
            RemovalController,
            RevealController,
            RoomController,
            FeedController,
            UploadController,
            PodcastController,
            ReportedController,
          ],
          providers: [
            { provide: CommandPipeline, useValue: pipeline },
            { provide: SealedAuthors, useValue: authors },
            { provide: QuestionQueries, useValue: questions },
            { provide: RoomQueries, useValue: new RoomQueries(pool, questions) },
            { provide: FeedQueries, useValue: new FeedQueries(pool) },
            { provide: ReportedQueries, useValue: new ReportedQueries(pool, questions) },
            { provide: OwnQueries, useValue: new OwnQueries(pool, questions) },
            { provide: Uploads, useValue: uploads },
            { provide: PodcastQueries, useValue: new PodcastQueries(pool) },
            { provide: EpisodeMedia, useValue: new EpisodeMedia(uploads, store, new SoundExaminer(store)) },
          ],
          consumers,
          start: () => sweep.start(),
          stop: () => sweep.stop(),
        };
      },
    };
  },
};
