import * as z from 'zod/mini';
import { Id, Instant, integer, MediaType } from '../primitives.js';
import { IfNotReached } from '../questions.js';

/**
 * A question for one viewer, as the content service knows it. The gateway adds counts, people and the viewer's own
 * boosts.
 */
export const QuestionView = z.object({
  id: Id,
  title: z.string(),
  /** Null if the question has no description, or if the description is locked for this viewer. */
  description: z.nullable(z.string()),
  /** True if the question has a description, even a locked one. */
  hasDescription: z.optional(z.boolean()),
  authorId: z.nullable(Id),
  isAnonymous: z.boolean(),
  allowAnonymousAnswers: z.boolean(),
  replyBoostThreshold: integer(),
  isRevealed: z.boolean(),
  /** The instant at which the question's own lock opened. `openedBoosts` is the number of boosts at that instant. */
  openedAt: z.optional(z.nullable(Instant)),
  openedBoosts: z.optional(z.nullable(integer())),
  lockUntil: z.optional(z.nullable(Instant)),
  ifNotReached: z.optional(IfNotReached),
  replyCount: integer(),
  isMine: z.boolean(),
  isEdited: z.boolean(),
  /** The person who is asked. Null for a question to everyone. */
  targetId: z.nullable(Id),
  /** False while the question is pending. Then only its author and its target see the question. */
  isApproved: z.boolean(),
  /** The time of the target's approval. Null for a question to everyone. */
  approvedAt: z.optional(z.nullable(Instant)),
  pinnedReplyId: z.nullable(Id),
  lastNumber: integer(),
  createdAt: Instant,
});
export type QuestionView = z.infer<typeof QuestionView>;

export const ReplyView = z.object({
  id: Id,
  questionId: Id,
  number: integer(),
  authorId: z.nullable(Id),
  content: z.nullable(z.string()),
  mediaType: MediaType,
  isAnonymous: z.boolean(),
  parentReplyId: z.nullable(Id),
  boostThreshold: integer(),
  isRevealed: z.boolean(),
  isPinned: z.boolean(),
  isMine: z.boolean(),
  createdAt: Instant,
});
export type ReplyView = z.infer<typeof ReplyView>;
