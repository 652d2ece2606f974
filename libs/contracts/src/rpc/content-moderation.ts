import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Owner } from '../events/definitions.js';
import { ContentPreview } from '../moderation.js';
import { Id } from '../primitives.js';
import { QuestionView } from './content-views.js';
import { query } from './rpc.js';

/** Content as its readers may read it at this moment: locked words are null, for their author too. */
export const ReportedContent = z.extend(ContentRef, {
  /** The question that it is or lies under; an episode's own id. */
  questionId: Id,
  owner: Owner,
  /** Whether the asking account wrote it. */
  isMine: z.boolean(),
  /** Whether a threshold keeps words of it back. */
  isLocked: z.boolean(),
  preview: ContentPreview,
});
export type ReportedContent = z.infer<typeof ReportedContent>;

/**
 * What is removed, unknown or not there for the asking account is missing; what waits for an approval is there for its asker, its target and, without an
 * account, for moderation itself. At most 20 items, whose words fit into one answer.
 */
export const reportedContents = query(
  'content',
  'reported-contents',
  z.object({ items: z.array(ContentRef).check(z.maxLength(20)) }),
  z.object({ contents: z.array(ReportedContent) }),
  ['moderation'],
);

/**
 * A question as visitors would read it, also while it waits for its approval: for an ambassador, while a report on it is open. Unknown or removed:
 * `not_found`.
 */
export const reportedQuestion = query(
  'content',
  'reported-question',
  z.object({ questionId: Id }),
  z.object({ question: QuestionView }),
);

/** Whether the asking account wrote this, also anonymously and also when it is removed. */
export const isAuthor = query('content', 'is-author', ContentRef, z.object({ isAuthor: z.boolean() }), ['moderation']);
