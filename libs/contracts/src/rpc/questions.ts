import * as z from 'zod/mini';
import { Id, Instant, integer } from '../primitives.js';
import { IfNotReached } from '../questions.js';
import { AskState } from '../receipts.js';
import { QuestionView, ReplyView } from './content-views.js';
import { contractsOf } from './rpc.js';

const { command, query } = contractsOf('content');

/** The end of the question's own lock. @throws `invalid_input` without a lock, and for an instant out of range */
const lockEnd = { lockUntil: z.optional(z.nullable(Instant)), ifNotReached: z.optional(IfNotReached) };

/**
 * Asks a question. A visitor may ask only anonymously, and only one person. @throws `not_accepting` if the target
 * accepts no questions from the caller, `not_found` for an unknown target, `invalid_input` if the caller is the target
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
  /** `receipt` is only for guests. A repeat under the same key returns the same receipt. */
  { question: QuestionView, receipt: z.optional(z.string()) },
);

/** SHA-256 of a receipt in base64url. The gateway never sends the receipt itself to a service. */
const receiptHash = z.string();
/** @throws `not_found` for an unknown receipt */
export const askState = query('ask-state', { receiptHash }, AskState.shape);
/** Withdraws a guest's ask by its receipt. @throws `not_found`, or `conflict` for an answered ask */
export const withdrawAsk = command('withdraw-ask', { receiptHash }, {});

/** Only the question's target may approve it. @throws `forbidden`, or `not_found` if the caller does not see it */
export const approveQuestion = command('approve-question', { questionId: Id }, { question: QuestionView });
export const approveWithReply = command(
  'approve-with-reply',
  {
    questionId: Id,
    content: z.string(),
    boostThreshold: integer(1, 5_000_000),
    /** True if anybody blocks the acting account, as in `postReply`. */
    isBlocked: z.optional(z.boolean()),
  },
  { reply: ReplyView, parentTitle: z.string() },
);
/** Ignores a pending question. To its asker it still looks pending. */
export const ignoreQuestion = command('ignore-question', { questionId: Id }, {});
/**
 * Ignores the signed pending questions of a person. Their anonymous ones stay, because the number of ignored questions
 * would reveal who asked them.
 */
export const ignoreQuestionsOf = command('ignore-questions-of', { askerId: Id }, { ignored: integer(0) });
/** At most 50 questions before an instant, newest first, and all other questions of the last instant. */
export const pendingQuestions = query(
  'pending-questions',
  /**
   * With `isFiltered` the list has only questions that a word rule holds. Otherwise the list has only the other
   * questions.
   */
  { before: z.nullable(Instant), isFiltered: z._default(z.boolean(), false) },
  { questions: z.array(z.extend(QuestionView, { filteredBy: z._default(z.nullable(z.string()), null) })) },
);

/**
 * Edits a question. Absent fields are unchanged. A null description or a null `lockUntil` removes the stored value.
 * @throws `conflict` for words after the first boost or reply, `already_boosted` for the lock's end after the first
 * boost, `threshold_rises`
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
/**
 * The caller's questions, also anonymous and pending ones: 20 before an instant, and all others of the last instant.
 */
export const ownQuestionsPage = query(
  'own-questions-page',
  { before: z.nullable(Instant) },
  { questions: z.array(QuestionView) },
);
