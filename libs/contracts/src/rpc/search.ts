import * as z from 'zod/mini';
import { Id } from '../primitives.js';
import { SearchKind, SearchResult } from '../search.js';
import { QuestionView } from './content-views.js';
import { ViewersMutes } from './mutes.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

export const FoundText = z.extend(
  z.pick(SearchResult, {
    kind: true,
    id: true,
    questionId: true,
    title: true,
    excerpt: true,
    matches: true,
    boostCount: true,
    createdAt: true,
    at: true,
  }),
  { authorId: z.nullable(Id), isAnonymous: z.boolean() },
);
export type FoundText = z.infer<typeof FoundText>;

/**
 * Open texts that contain all words, best match first. The last word may be incomplete. Visitors find no episodes.
 * `after` is `next` of the previous page. @throws `anchor_expired` for another `after`
 */
export const search = query(
  'search',
  { words: z.string(), kind: z.nullable(SearchKind), after: z.nullable(z.string()), mutes: ViewersMutes },
  { results: z.array(FoundText), next: z.nullable(z.string()) },
);

/** At most three listed questions without a closed lock, the most similar first. */
export const similarQuestions = query(
  'similar-questions',
  { title: z.string(), mutes: ViewersMutes },
  { questions: z.array(QuestionView) },
);
