import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { IfNotReached } from '../questions.js';
import { AskState } from '../receipts.js';
import { QuestionView, ReplyView } from './content-views.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

/** The end of the question's own lock. It needs a lock. @throws `invalid_input` for an instant out of range */
const lockEnd = { lockUntil: z.optional(z.nullable(Instant)), ifNotReached: z.optional(IfNotReached) };

/**
 * A visitor may ask only anonymously, and only one person. @throws `not_accepting` when the target takes no questions
 * from the caller, `not_found` for an unknown target, `invalid_input` for the caller as target
 */
export const askQuestion = command(
  'ask-question',
  {
    targetId: z._default(z.nullable(Id), null),
    title: z.string(),
    description: z.nullable(z.string()),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    replyBoostThreshold: integer(0, 100),
    ...lockEnd,
  },
  /** `receipt`: only for guests. A repeat under the same key gets the same one. */
  { question: QuestionView, receipt: z.optional(z.string()) },
);

/** SHA-256 of a receipt, in base64url. Receipts themselves do not reach services. */
const receiptHash = z.string();
/** @throws `not_found` for an unknown receipt */
export const askState = query('ask-state', { receiptHash }, AskState.shape);
/** The receipt alone permits it. @throws `not_found` for an unknown or removed ask, `conflict` for an answered one */
export const withdrawAsk = command('withdraw-ask', { receiptHash }, {});

/** Only for the question's target. @throws `forbidden`, or `not_found` when the caller does not see it */
export const approveQuestion = command('approve-question', { questionId: Id }, { question: QuestionView });
export const approveWithReply = command(
  'approve-with-reply',
  {
    questionId: Id,
    content: z.string(),
    boostThreshold: integer(1, 5_000_000),
    /** As in `postReply`. */
    isBlocked: z.optional(z.boolean()),
  },
  { reply: ReplyView, parentTitle: z.string() },
);
/** An ignored question still looks pending to its asker. */
export const ignoreQuestion = command('ignore-question', { questionId: Id }, {});
/** Ignores signed questions. Anonymous ones stay, since ignoring them together would reveal a common asker. */
export const ignoreQuestionsOf = command('ignore-questions-of', { askerId: Id }, { ignored: integer(0) });
/** Newest first: 50 before an instant (fewer when they are long), and all other questions of the last instant. */
export const pendingQuestions = query(
  'pending-questions',
  /** `isFiltered`: only those that a word rule holds. A list without it omits them. */
  { before: z.nullable(Instant), isFiltered: z._default(z.boolean(), false) },
  { questions: z.array(z.extend(QuestionView, { filteredBy: z._default(z.nullable(z.string()), null) })) },
);

/**
 * Absent fields are unchanged, a null description or `lockUntil` removes it. @throws `conflict` for words after the
 * first boost or reply, `already_boosted` for the lock's end after the first boost, `threshold_rises`
 */
export const editQuestion = command(
  'edit-question',
  {
    questionId: Id,
    title: z.optional(z.string()),
    description: z.optional(z.nullable(z.string())),
    replyBoostThreshold: z.optional(integer(0)),
    ...lockEnd,
  },
  { question: QuestionView },
);
export const recentQuestion = query('recent-question', { accountId: Id }, { question: z.nullable(QuestionView) });
/** Anonymous and pending ones too, newest first: 20 before an instant, and all other questions of the last instant. */
export const ownQuestionsPage = query(
  'own-questions-page',
  { before: z.nullable(Instant) },
  { questions: z.array(QuestionView) },
);
