import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentPreview } from '../moderation.js';
import { Id } from '../primitives.js';
import { QuestionView } from './content-views.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

/** Reported content as everyone may read it now. Locked words are null, even for their author. */
export const ReportedContent = z.extend(ContentRef, {
  questionId: Id,
  owner: Owner,
  isMine: z.boolean(),
  isLocked: z.boolean(),
  preview: ContentPreview,
});
export type ReportedContent = z.infer<typeof ReportedContent>;

/**
 * Reads at most 20 contents, whose words fit into one answer. Removed, unknown and invisible content is missing.
 * Pending questions are visible to asker and target, and to moderation if it calls without an account.
 */
export const reportedContents = query(
  'reported-contents',
  { items: z.array(ContentRef).check(z.maxLength(20)) },
  { contents: z.array(ReportedContent) },
  ['moderation'],
);

/** Reads a question for an ambassador, even a pending one while a report about it is open. @throws `not_found` */
export const reportedQuestion = query('reported-question', { questionId: Id }, { question: QuestionView });

/** Whether the acting account is the author, even of anonymous or removed content. */
export const isAuthor = query('is-author', ContentRef.shape, { isAuthor: z.boolean() }, ['moderation']);
