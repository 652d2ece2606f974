import { CommandPipeline } from '@hearsay/event-store';
import { openMediaStore } from '@hearsay/media-store';
import { RpcClient } from '@hearsay/messaging';
import { DueJobs, SealedAuthors, type ServiceDefinition } from '@hearsay/service-runtime';
import { ApprovalController } from './approvals/approval.controller.js';
import type { ContentConfig } from './config.js';
import { dueSubject, isHidingJob, isVanishingJob } from './due-work.js';
import { ExportController } from './exports/export.controller.js';
import { ExportQueries } from './exports/export.queries.js';
import { boostsGivenProjector } from './feeds/boosts-given.projector.js';
import { contentCountsProjector } from './feeds/content-counts.projector.js';
import { FeedController } from './feeds/feed.controller.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { followsProjector } from './feeds/follows.projector.js';
import { ProfileQueries } from './feeds/profile.queries.js';
import { ranksProjector } from './feeds/ranks.projector.js';
import { repostsProjector } from './feeds/reposts.projector.js';
import { hiddenAccountsReactor } from './hidings/hidden-accounts.reactor.js';
import { hidingAggregate } from './hidings/hiding.aggregates.js';
import { HidingController, VanishingTime } from './hidings/hiding.controller.js';
import { HidingQueries } from './hidings/hiding.queries.js';
import { writeHidings, writeShown, writeVanishings } from './hidings/hiding.writers.js';
import { HidingWork } from './hidings/hiding-work.js';
import { migrations } from './migrations.js';
import { podcastAggregate } from './podcasts/podcast.aggregates.js';
import { PodcastController } from './podcasts/podcast.controller.js';
import { podcastRows } from './podcasts/podcast.projection.js';
import { PodcastQueries } from './podcasts/podcast.queries.js';
import { writeMedia, writePlays } from './podcasts/podcast.writers.js';
import { BoostTargetQueries } from './questions/boost-target.queries.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate } from './questions/question.aggregates.js';
import { QuestionController } from './questions/question.controller.js';
import { questionRows } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { Erasures } from './removals/erasures.js';
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
import { eraseTexts, writeTexts } from './texts.writers.js';
import { PictureController, pictureStore } from './uploads/picture.controller.js';
import { uploadAggregate } from './uploads/upload.aggregates.js';
import { UploadController } from './uploads/upload.controller.js';
import { writeUsedUploads } from './uploads/upload.writers.js';
import { Uploads } from './uploads/uploads.js';

const consumers = [contentCountsProjector, ranksProjector, repostsProjector, followsProjector, boostsGivenProjector, revealReactor];

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations,
  upgrade: (owner, config) => tagSealedOwners(owner, new SealedAuthors(config, 'content')),
  build: ({ config, pool, keyPool, connection, rpc, log, metrics }) => {
    const authors = new SealedAuthors(config, 'content');
    return {
      aggregates: [hidingAggregate, uploadAggregate, questionAggregate, replyAggregate, podcastAggregate],
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
        shown: writeShown,
        vanishings: writeVanishings,
      },
      assemble: (pipeline) => {
        const questions = new QuestionQueries(pool, keyPool, authors);
        const podcasts = new PodcastQueries(pool);
        const store = openMediaStore(config.MEDIA_URL);
        const uploads = new Uploads(pool);
        const sweep = new MediaSweep({ pool, store, eraseAfterHours: config.ERASE_AFTER_HOURS, log });
        const hidings = new HidingQueries(pool, authors);
        const hiding = new HidingWork(pool, pipeline, hidings, authors);
        const erasures = new Erasures(pool, hidings);
        const due = async () => [...(await hiding.due()), ...(await erasures.due())];
        let jobs: DueJobs | undefined;
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
          ],
          providers: [
            { provide: CommandPipeline, useValue: pipeline },
            { provide: RpcClient, useValue: rpc },
            { provide: SealedAuthors, useValue: authors },
            { provide: QuestionQueries, useValue: questions },
            { provide: BoostTargetQueries, useValue: new BoostTargetQueries(keyPool, questions) },
            { provide: RoomQueries, useValue: new RoomQueries(keyPool, questions) },
            { provide: FeedQueries, useValue: new FeedQueries(pool, keyPool) },
            { provide: ReportedQueries, useValue: new ReportedQueries(pool, questions, podcasts) },
            { provide: HidingQueries, useValue: hidings },
            { provide: VanishingTime, useValue: new VanishingTime(config.ANONYMOUS_REMOVAL_SECONDS) },
            { provide: ProfileQueries, useValue: new ProfileQueries(pool) },
            { provide: OwnQueries, useValue: new OwnQueries(pool, questions) },
            { provide: Uploads, useValue: uploads },
            { provide: pictureStore, useValue: store },
            { provide: PodcastQueries, useValue: podcasts },
            { provide: ExportQueries, useValue: new ExportQueries(pool, authors, questions, podcasts) },
            { provide: EpisodeMedia, useValue: new EpisodeMedia(uploads, store, new SoundExaminer(store)) },
          ],
          consumers: [...consumers, hiddenAccountsReactor(hidings, authors, config.ANONYMOUS_REMOVAL_SECONDS)],
          async start() {
            sweep.start();
            jobs = new DueJobs({
              queue: 'content-due-work',
              redisUrl: config.REDIS_URL,
              prefix: config.SUBJECT_PREFIX,
              connection,
              subject: dueSubject,
              due,
              async run(job) {
                const removalId = isHidingJob(job);
                if (removalId !== null) {
                  await hiding.run(removalId);
                  // What goes anonymously has jobs of its own.
                  await jobs?.sweep();
                } else if (isVanishingJob(job)) await hiding.runOne(job);
                else await erasures.run();
              },
              log,
              metrics,
            });
          },
          isDone: async () => (await due()).every(({ dueAt }) => Date.parse(dueAt) > Date.now()),
          async stop() {
            await jobs?.stop();
            await sweep.stop();
          },
        };
      },
    };
  },
};
