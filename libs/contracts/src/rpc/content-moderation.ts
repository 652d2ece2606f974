import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentPreview } from '../moderation.js';
import { Id } from '../primitives.js';
import { QuestionView } from './content-views.js';
import { contractsOf } from './rpc.js';

const { query } = contractsOf('content');

/** Content as readers may read it now: locked words are null, even for their author. */
export const ReportedContent = z.extend(ContentRef, {
  questionId: Id,
  owner: Owner,
  isMine: z.boolean(),
  isLocked: z.boolean(),
  preview: ContentPreview,
});
export type ReportedContent = z.infer<typeof ReportedContent>;

/**
 * Removed, unknown and invisible content is missing. Pending questions are visible to asker and target, and to
 * moderation when it calls without an account. At most 20 items, whose words fit into one answer.
 */
export const reportedContents = query(
  'reported-contents',
  { items: z.array(ContentRef).check(z.maxLength(20)) },
  { contents: z.array(ReportedContent) },
  ['moderation'],
);

/** For an ambassador, finds a pending question too while a report on it is open. @throws `not_found` */
export const reportedQuestion = query('reported-question', { questionId: Id }, { question: QuestionView });

/** True also for anonymous and for removed content of the acting account. */
export const isAuthor = query('is-author', ContentRef.shape, { isAuthor: z.boolean() }, ['moderation']);
