import { exportsRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import type { ExportQueries } from './export.queries.js';

export const exportHandlers = (queries: ExportQueries) =>
  handlersOf(exportsRpc, {
    exportedQuestions: ({ after }, context) => queries.questionsOf(actorOf(context), after),
    exportedReplies: ({ after }, context) => queries.repliesOf(actorOf(context), after),
    exportedPodcasts: ({ after }, context) => queries.podcastsOf(actorOf(context), after),
    exportedAnswers: ({ after }, context) => queries.answersOf(actorOf(context), after),
    exportedBoosts: ({ after }, context) => queries.boostsOf(actorOf(context), after),
    exportedBookmarks: ({ after }, context) => queries.bookmarksOf(actorOf(context), after),
    exportedWatches: ({ after }, context) => queries.watchesOf(actorOf(context), after),
  });
