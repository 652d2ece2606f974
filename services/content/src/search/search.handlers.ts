import { contentRpc } from '@hearsay/contracts';
import { handlersOf } from '@hearsay/messaging';
import type { QuestionQueries } from '../questions/question.queries.js';
import type { SearchQueries } from './search.queries.js';

export const searchHandlers = (searches: SearchQueries, questions: QuestionQueries) =>
  handlersOf(contentRpc, {
    search: (input, { accountId }) => searches.page(input, accountId !== null),
    similarQuestions: async (input, { accountId }) => ({
      questions: await questions.questions(await searches.similarTo(input), accountId),
    }),
  });
