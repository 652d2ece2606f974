import { contentRpc } from '@hearsay/contracts';
import { readMigrations, rowsInserter } from '@hearsay/event-store';
import { mediaStoreToWatch, openMediaStore } from '@hearsay/media-store';
import { handlersOf } from '@hearsay/messaging';
import {
  Authors,
  eraseTexts,
  logUnreadableSeals,
  SealedAuthors,
  type ServiceDefinition,
  writeTexts,
} from '@hearsay/service-runtime';
import { approvalHandlers } from './approvals/approval.handlers.js';
import { ignoreOldHeldAsks } from './approvals/held-asks.js';
import { AuthorIds, Authorship, writeAuthorIds } from './authors/authorship.js';
import { deletionAggregate } from './authors/deletion.decider.js';
import { registeredAccountsReactor } from './authors/registered-accounts.reactor.js';
import type { ContentConfig } from './config.js';
import { exportHandlers } from './exports/export.handlers.js';
import { ExportQueries } from './exports/export.queries.js';
import { contentCountsProjector, followsProjector, repostsProjector } from './feeds/acts.projector.js';
import { feedHandlers } from './feeds/feed.handlers.js';
import { FeedQueries } from './feeds/feed.queries.js';
import { LockQueries } from './feeds/lock.queries.js';
import { ProfileQueries } from './feeds/profile.queries.js';
import { ranksProjector } from './feeds/ranks.projector.js';
import { AnonymousRemovals, scheduleEveryMs } from './hidings/anonymous-removals.js';
import { hiddenAccountsReactor } from './hidings/hidden-accounts.reactor.js';
import { hidingAggregate, hidingsWakeSubject } from './hidings/hiding.decider.js';
import { hidingHandlers } from './hidings/hiding.handlers.js';
import { HidingQueries } from './hidings/hiding.queries.js';
import { eraseAuthorRows, replacePlans, startRestorations } from './hidings/hiding.sql.js';
import { HidingRunner } from './hidings/hiding-work.js';
import { markHandlers } from './marks/mark.handlers.js';
import { MarkQueries } from './marks/mark.queries.js';
import { writeBookmarks, writeWatches } from './marks/marks.sql.js';
import { podcastFeedHandlers } from './podcast-feeds/podcast-feed.handlers.js';
import { PodcastFeedQueries } from './podcast-feeds/podcast-feed.queries.js';
import { writePodcastFeeds } from './podcast-feeds/podcast-feed.sql.js';
import { finishEpisodeUpload } from './podcasts/finish-episode-upload.js';
import { podcastAggregate } from './podcasts/podcast.decider.js';
import { podcastHandlers } from './podcasts/podcast.handlers.js';
import { podcastRows } from './podcasts/podcast.projection.js';
import { PodcastQueries } from './podcasts/podcast.queries.js';
import { writeErasedMedia, writePlays } from './podcasts/podcast.sql.js';
import { ContentTargetQueries } from './questions/content-target.queries.js';
import { OwnQueries } from './questions/own.queries.js';
import { questionAggregate, recentAsksAggregate, replyAggregate } from './questions/question.aggregates.js';
import { questionHandlers } from './questions/question.handlers.js';
import { questionRows } from './questions/question.projection.js';
import { QuestionQueries } from './questions/question.queries.js';
import { replyHandlers } from './questions/reply.handlers.js';
import { receiptHandlers } from './receipts/receipt.handlers.js';
import { Receipts } from './receipts/receipts.js';
import { deleteErasures, eraseWords } from './removals/erasures.sql.js';
import { removalHandlers } from './removals/removal.handlers.js';
import { reportedHandlers } from './reports/reported.handlers.js';
import { ReportedQueries } from './reports/reported.queries.js';
import { LockEnds } from './reveals/lock-ends.js';
import { OpeningQueries } from './reveals/opening.queries.js';
import { revealReactor } from './reveals/reveal.reactor.js';
import { roomHandlers } from './rooms/room.handlers.js';
import { RoomQueries } from './rooms/room.queries.js';
import { searchHandlers } from './search/search.handlers.js';
import { searchProjector } from './search/search.projector.js';
import { SearchQueries } from './search/search.queries.js';
import { SoundExaminer } from './sounds/examine-sound.js';
import { sweepMedia } from './sounds/media-sweep.js';
import { uploadHandlers } from './uploads/upload.handlers.js';
import { uploadAggregate, writeUsedUploads } from './uploads/upload.sql.js';
import { Uploads } from './uploads/uploads.js';
import { wordRuleHandlers } from './word-rules/word-rule.handlers.js';
import {
  deleteWordRules,
  deleteWordRulesOf,
  WordRules,
  writeRuleHolds,
  writeWordRules,
} from './word-rules/word-rules.js';

/** Interval of the sweep that ends locks, so a lock ends at most this late. */
const sweepLocksEveryMs = 5000;

const consumers = [
  contentCountsProjector,
  ranksProjector,
  searchProjector,
  repostsProjector,
  followsProjector,
  revealReactor,
];

const sweepEveryMs = 60_000;
/** This sweep also finds hidings whose process was killed before it sent its wake-up message. */
const sweepHidingsEveryMs = 30_000;

export const content: ServiceDefinition<ContentConfig> = {
  name: 'content',
  migrations: readMigrations(new URL('../migrations/', import.meta.url)),
  build: ({ config, pool, rpc, log, metrics, servers, now }) => {
    const seals = new SealedAuthors(config, 'content', logUnreadableSeals(log, metrics));
    return {
      aggregates: [
        deletionAggregate,
        recentAsksAggregate,
        hidingAggregate,
        uploadAggregate,
        questionAggregate,
        replyAggregate,
        podcastAggregate,
      ],
      readModels: [questionRows(seals), podcastRows],
      writers: {
        texts: writeTexts,
        erasedTexts: eraseTexts,
        erasures: rowsInserter('erasures'),
        receipts: rowsInserter('receipts'),
        keptWords: deleteErasures,
        media: rowsInserter('media'),
        erasedMedia: writeErasedMedia,
        transcriptParts: rowsInserter('transcript_parts'),
        plays: writePlays,
        podcastFeeds: writePodcastFeeds,
        watches: writeWatches,
        bookmarks: writeBookmarks,
        usedUploads: writeUsedUploads,
        hidings: rowsInserter('hidings'),
        plans: replacePlans,
        authorIds: writeAuthorIds(seals),
        shown: startRestorations,
        erasedAuthors: eraseAuthorRows(seals),
        wordRules: writeWordRules,
        removedWordRules: deleteWordRules,
        erasedWordRules: deleteWordRulesOf,
        holds: writeRuleHolds,
      },
      assemble: (pipeline) => {
        const authorIds = new AuthorIds(pool, seals);
        const authors = new Authors((wanted) => authorIds.resolve(wanted));
        const authorship = new Authorship(seals, authors, authorIds);
        const questions = new QuestionQueries(pool, authorship);
        const own = new OwnQueries(pool, questions);
        const targets = new ContentTargetQueries(pool, questions);
        const receipts = new Receipts(pool, seals);
        const wordRules = new WordRules(pool);
        const marks = new MarkQueries(pool);
        const parts = { pipeline, questions, own, marks, targets, authorship, receipts, wordRules, rpc };
        const podcasts = new PodcastQueries(pool);
        const store = openMediaStore(config.MEDIA_URL);
        servers.add(mediaStoreToWatch(store, 'episodes and pictures are refused with 503, and erased ones stay'));
        const uploads = new Uploads(pool, store, now);
        const media = { pool, store, eraseAfterHours: config.ERASE_AFTER_HOURS };
        const hidings = new HidingQueries(pool);
        const hiding = new HidingRunner(pool, pipeline, hidings);
        const openings = new OpeningQueries(pool);
        const lockEnds = new LockEnds(pool, pipeline, wordRules, rpc);
        const anonymousRemovals = new AnonymousRemovals({ pool, pipeline, seals, log, now });
        return {
          handlers: [
            ...[questionHandlers, replyHandlers, approvalHandlers, removalHandlers].map((of) => of(parts)),
            receiptHandlers(pipeline, receipts),
            wordRuleHandlers(pipeline, wordRules),
            markHandlers({ pipeline, marks, questions, podcasts }),
            roomHandlers(pipeline, new RoomQueries(pool, questions)),
            feedHandlers(new FeedQueries(pool), new ProfileQueries(pool), new LockQueries(pool)),
            searchHandlers(new SearchQueries(pool), questions),
            podcastHandlers(
              pipeline,
              podcasts,
              uploads,
              finishEpisodeUpload(uploads, store, new SoundExaminer(store)),
              store,
            ),
            podcastFeedHandlers(pipeline, new PodcastFeedQueries(pool, seals)),
            uploadHandlers(uploads, store),
            hidingHandlers({ pipeline, queries: hidings, seals, authors, authorIds }),
            reportedHandlers(new ReportedQueries(pool, questions, podcasts)),
            exportHandlers(new ExportQueries(pool, authorship, questions, podcasts)),
            handlersOf(contentRpc, {
              openingBoosters: (opening) => openings.boosters(opening),
              loweredBoosters: (opening) => openings.boostersOfLoweredThreshold(opening),
              resolveAuthors: async (wanted) => ({ authors: await authorIds.resolve(wanted) }),
            }),
          ],
          consumers: [...consumers, registeredAccountsReactor, hiddenAccountsReactor(hidings, seals)],
          sweeps: [
            { name: 'media', everyMs: sweepEveryMs, sweep: () => sweepMedia(media) },
            { name: 'ends of locks', everyMs: sweepLocksEveryMs, sweep: () => lockEnds.sweep() },
            { name: 'words', everyMs: sweepEveryMs, sweep: () => eraseWords(pool) },
            { name: 'held asks', everyMs: sweepEveryMs, sweep: () => ignoreOldHeldAsks(pool, pipeline) },
            { name: 'anonymous posts', everyMs: scheduleEveryMs, sweep: () => anonymousRemovals.scheduleRemovals() },
            {
              name: 'content-due-work',
              everyMs: sweepHidingsEveryMs,
              wokenBy: hidingsWakeSubject,
              redisUrl: config.REDIS_URL,
              due: () => hiding.runningHidings(),
              run: ({ id }) => hiding.runHiding(id),
            },
          ],
          stop: () => anonymousRemovals.stop(),
        };
      },
    };
  },
};
