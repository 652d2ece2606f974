import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { QuestionView, ReplyView } from './content-views.js';
import { command, query } from './rpc.js';

/**
 * A visitor may ask one person anonymously, nothing else. Who takes no questions of the caller refuses with `not_accepting`, an unknown target is
 * `not_found`, oneself `invalid_input`.
 */
export const askQuestion = command(
  'content',
  'ask-question',
  z.object({
    targetId: z._default(z.nullable(Id), null),
    title: z.string(),
    description: z.nullable(z.string()),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    replyBoostThreshold: integer(0, 100),
  }),
  z.object({ question: QuestionView }),
);

/** Of questions that were asked of the caller; others are refused as `forbidden`, or as `not_found` where they do not see it. */
export const approveQuestion = command(
  'content',
  'approve-question',
  z.object({ questionId: Id }),
  z.object({ question: QuestionView }),
);
/** Posts the caller's answer, which opens at `boostThreshold` boosts of the question, and pins it. */
export const approveWithReply = command(
  'content',
  'approve-with-reply',
  z.object({ questionId: Id, content: z.string(), boostThreshold: integer(1, 5_000_000) }),
  z.object({ reply: ReplyView, parentTitle: z.string() }),
);
/** To whoever asked, an ignored question looks pending. */
export const ignoreQuestion = command('content', 'ignore-question', z.object({ questionId: Id }), z.object({}));
/** All that one person has asked the caller under their name and that wait. Anonymous ones stay: together they would show that they are one person's. */
export const ignoreQuestionsOf = command(
  'content',
  'ignore-questions-of',
  z.object({ askerId: Id }),
  z.object({ ignored: integer(0) }),
);
/** Those that wait for the caller's approval, newest first: of before an instant 50, fewer where they are long, and all of the last one's instant. */
export const pendingQuestions = query(
  'content',
  'pending-questions',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);

/** By its author; after its first boost or reply a `conflict`. What is absent stays, a null description goes. */
export const editQuestion = command(
  'content',
  'edit-question',
  z.object({ questionId: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) }),
  z.object({ question: QuestionView }),
);
/** The newest question that somebody has asked under their name and everyone sees; null where there is none. */
export const recentQuestion = query(
  'content',
  'recent-question',
  z.object({ accountId: Id }),
  z.object({ question: z.nullable(QuestionView) }),
);
/** The caller's own questions, anonymous and pending ones too, newest first: 20 of before an instant, and all of the last one's instant. */
export const ownQuestionsPage = query(
  'content',
  'own-questions-page',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);
