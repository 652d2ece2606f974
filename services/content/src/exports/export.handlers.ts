import { exportsRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import type { ExportQueries } from './export.queries.js';

export const exportHandlers = (queries: ExportQueries) =>
  handlersOf(exportsRpc, {
    async exportedQuestions({ after }, context) {
      const { views: questions, next } = await queries.questionsOf(actorOf(context), after);
      return { questions, next };
    },

    async exportedReplies({ after }, context) {
      const { views: replies, next } = await queries.repliesOf(actorOf(context), after);
      return { replies, next };
    },

    async exportedPodcasts({ after }, context) {
      const { views: podcasts, next } = await queries.podcastsOf(actorOf(context), after);
      return { podcasts, next };
    },

    async exportedBoosts({ after }, context) {
      const { views: boosts, next } = await queries.boostsOf(actorOf(context), after);
      return { boosts, next };
    },
  });
