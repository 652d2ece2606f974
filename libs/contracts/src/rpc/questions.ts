import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { QuestionView, ReplyView } from './content-views.js';
import { command, query } from './rpc.js';

/**
 * A visitor may only ask one person anonymously. @throws `not_accepting` when the target takes no questions of the
 * caller, `not_found` for an unknown target, `invalid_input` for the caller as target
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

/** Only for the question's target. @throws `forbidden`, or `not_found` when the caller does not see it */
export const approveQuestion = command(
  'content',
  'approve-question',
  z.object({ questionId: Id }),
  z.object({ question: QuestionView }),
);
export const approveWithReply = command(
  'content',
  'approve-with-reply',
  z.object({ questionId: Id, content: z.string(), boostThreshold: integer(1, 5_000_000) }),
  z.object({ reply: ReplyView, parentTitle: z.string() }),
);
/** An ignored question still looks pending to its asker. */
export const ignoreQuestion = command('content', 'ignore-question', z.object({ questionId: Id }), z.object({}));
/** Anonymous questions stay: ignoring them together would reveal a common asker. */
export const ignoreQuestionsOf = command(
  'content',
  'ignore-questions-of',
  z.object({ askerId: Id }),
  z.object({ ignored: integer(0) }),
);
/** Newest first: 50 before an instant, fewer when they are long, and all others of the last instant. */
export const pendingQuestions = query(
  'content',
  'pending-questions',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);

/** Absent fields are unchanged, a null description removes it. @throws `conflict` after the first boost or reply */
export const editQuestion = command(
  'content',
  'edit-question',
  z.object({ questionId: Id, title: z.optional(z.string()), description: z.optional(z.nullable(z.string())) }),
  z.object({ question: QuestionView }),
);
export const recentQuestion = query(
  'content',
  'recent-question',
  z.object({ accountId: Id }),
  z.object({ question: z.nullable(QuestionView) }),
);
/** Anonymous and pending ones too, newest first: 20 before an instant, and all others of the last instant. */
export const ownQuestionsPage = query(
  'content',
  'own-questions-page',
  z.object({ before: z.nullable(Instant) }),
  z.object({ questions: z.array(QuestionView) }),
);
