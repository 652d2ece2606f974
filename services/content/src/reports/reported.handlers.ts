import { contentModerationRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import { actorOf } from '@hearsay/service-runtime';
import type { ReportedQueries } from './reported.queries.js';

export const reportedHandlers = (queries: ReportedQueries) =>
  handlersOf(contentModerationRpc, {
    reportedContents: async ({ items }, { accountId }) => ({ contents: await queries.contents(items, accountId) }),
    reportedQuestion: async ({ questionId }) => ({ question: await queries.question(questionId) }),
    isAuthor: async (input, context) => ({ isAuthor: await queries.isAuthor(input, actorOf(context)) }),
  });
