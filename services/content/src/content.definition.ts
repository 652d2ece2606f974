import { CommandPipeline, migrationsIn } from '@hearsay/event-store';
import { openMediaStore, watchedStore } from '@hearsay/media-store';
import { RpcClient } from '@hearsay/messaging';
import {
  Authors,
  eraseTexts,
  SealedAuthors,
  type ServiceDefinition,
  tellOfUnreadableSeals,
  writeTexts,
} from '@hearsay/service-runtime';
import { ApprovalController } from './approvals/approval.controller.js';
import { AuthorsController } from './authors/authors.controller.js';
import { AuthorIds, Authorship, writeAuthorIds } from './authors/authorship.js';
import { registeredAccountsReactor } from './authors/registered-accounts.reactor.js';
import { standingAggregate } from './authors/standing.decider.js';
import type { ContentConfig } from './config.js';
import { ExportController } from './exports/export.controller.js';
import { ExportQueries } from './exports/export.queries.js';
import { contentCountsProjector } from './feeds/content-counts.projector.js';
import { FeedController } from './feeds/feed.controller.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { followsProjector } from './feeds/follows.projector.js';
import { ProfileQueries } from './feeds/profile.queries.js';
import { ranksProjector } from './feeds/ranks.projector.js';
import { repostsProjector } from './feeds/reposts.projector.js';
import { AnonymousRemovals, lookEveryMs } from './hidings/anonymous-removals.js';
import { hiddenAccountsReactor } from './hidings/hidden-accounts.reactor.js';
import { HidingController } from './hidings/hiding.controller.js';
import { hidingAggregate, hidingsSubject } from './hidings/hiding.decider.js';
import { HidingQueries } from './hidings/hiding.queries.js';
import { writeErasedAuthors, writeHidings, writePlans, writeShown } from './hidings/hiding.sql.js';
import { HidingWork } from './hidings/hiding-work.js';
import { EpisodeMedia } from './podcasts/episode-media.js';
import { PodcastController } from './podcasts/podcast.controller.js';
import { podcastAggregate } from './podcasts/podcast.decider.js';
import { podcastRows } from './podcasts/podcast.projection.js';
import { PodcastQueries } from './podcasts/podcast.queries.js';
import { writeMedia, writePlays } from './podcasts/podcast.sql.js';
import { BoostTargetQueries } from './questions/boost-target.queries.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate, recentAsksAggregate, replyAggregate } from './questions/question.aggregates.js';
import { QuestionController } from './questions/question.controller.js';
import { questionRows } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { ReplyController } from './questions/reply.controller.js';
import { eraseWords, strikeErasures, writeErasures } from './removals/erasures.sql.js';
import { RemovalController } from './removals/removal.controller.js';
import { ReportedController } from './reports/reported.controller.js';
import { ReportedQueries } from './reports/reported.queries.js';
import { RevealController } from './reveals/reveal.controller.js';
import { revealReactor } from './reveals/reveal.reactor.js';
import { RoomController } from './rooms/room.controller.js';
import { RoomQueries } from './rooms/room.queries.js';
import { SoundExaminer } from './sounds/examine-sound.js';
import { MediaSweep } from './sounds/media-sweep.js';
import { uploadAggregate } from './uploads/upload.aggregates.js';
import { PictureController, pictureStore, UploadController } from './uploads/upload.controller.js';
import { writeUsedUploads } from './uploads/upload.sql.js';
import { Uploads } from './uploads/uploads.js';

const consumers = [contentCountsProjector, ranksProjector, repostsProjector, followsProjector, revealReactor];

const sweepEveryMs = 60_000;
/** Finds hidings of a process that was killed before its wake-up. */
const lookForHidingsEveryMs = 30_000;

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, metrics, servers }) => {
    const authors = new SealedAuthors(config, 'content', tellOfUnreadableSeals(log, metrics));
    return {
      aggregates: [
        standingAggregate,
        recentAsksAggregate,
        hidingAggregate,
        uploadAggregate,
        questionAggregate,
        replyAggregate,
        podcastAggregate,
      ],
      readModels: [questionRows(authors), podcastRows],
      writers: {
        texts: writeTexts,
        erasedTexts: eraseTexts,
        erasures: writeErasures,
        keptWords: strikeErasures,
        media: writeMedia,
        plays: writePlays,
        usedUploads: writeUsedUploads,
        hidings: writeHidings,
        plans: writePlans,
        authorIds: writeAuthorIds(authors),
        shown: writeShown,
        erasedAuthors: writeErasedAuthors(authors),
      },
      assemble: (pipeline) => {
        const authorIds = new AuthorIds(pool, authors);
        const pairs = new Authors((wanted) => authorIds.resolve(wanted));
        const authorship = new Authorship(authors, pairs, authorIds);
        const questions = new QuestionQueries(pool, authorship);
        const podcasts = new PodcastQueries(pool);
        const store = openMediaStore(config.MEDIA_URL);
        servers.add(watchedStore(store, 'episodes and pictures are refused with 503, and erased ones stay'));
        const uploads = new Uploads(pool, store);
        const media = new MediaSweep({ pool, store, eraseAfterHours: config.ERASE_AFTER_HOURS });
        const hidings = new HidingQueries(pool);
        const hiding = new HidingWork(pool, pipeline, hidings);
        const anonymousRemovals = new AnonymousRemovals({ pool, pipeline, seals: authors, log });
        return {
          controllers: [
            ApprovalController,
            QuestionController,
            ReplyController,
            RemovalController,
            HidingController,
            RevealController,
            RoomController,
            FeedController,
            UploadController,
            PictureController,
            PodcastController,
            ReportedController,
            ExportController,
            AuthorsController,
          ],
          providers: [
            { provide: CommandPipeline, useValue: pipeline },
            { provide: RpcClient, useValue: rpc },
            { provide: SealedAuthors, useValue: authors },
            { provide: Authors, useValue: pairs },
            { provide: AuthorIds, useValue: authorIds },
            { provide: Authorship, useValue: authorship },
            { provide: QuestionQueries, useValue: questions },
            { provide: BoostTargetQueries, useValue: new BoostTargetQueries(pool, questions) },
            { provide: RoomQueries, useValue: new RoomQueries(pool, questions) },
            { provide: FeedQueries, useValue: new FeedQueries(pool) },
            { provide: ReportedQueries, useValue: new ReportedQueries(pool, questions, podcasts) },
            { provide: HidingQueries, useValue: hidings },
            { provide: ProfileQueries, useValue: new ProfileQueries(pool) },
            { provide: OwnQueries, useValue: new OwnQueries(pool, questions) },
            { provide: Uploads, useValue: uploads },
            { provide: pictureStore, useValue: store },
            { provide: PodcastQueries, useValue: podcasts },
            { provide: ExportQueries, useValue: new ExportQueries(pool, authorship, questions, podcasts) },
            { provide: EpisodeMedia, useValue: new EpisodeMedia(uploads, store, new SoundExaminer(store)) },
          ],
          consumers: [...consumers, registeredAccountsReactor, hiddenAccountsReactor(hidings, authors)],
          sweeps: [
            { name: 'media', everyMs: sweepEveryMs, sweep: () => media.sweep() },
            { name: 'words', everyMs: sweepEveryMs, sweep: () => eraseWords(pool) },
            { name: 'anonymous posts', everyMs: lookEveryMs, sweep: () => anonymousRemovals.look() },
            {
              name: 'content-due-work',
              everyMs: lookForHidingsEveryMs,
              wokenBy: hidingsSubject,
              redisUrl: config.REDIS_URL,
              due: () => hiding.due(),
              run: ({ id }) => hiding.run(id),
            },
          ],
          stop: () => anonymousRemovals.stop(),
        };
      },
    };
  },
};
