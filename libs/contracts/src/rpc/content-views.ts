import * as z from 'zod/mini';
import { Id, Instant, integer, MediaType } from '../primitives.js';

/** A question as content answers it to one viewer: counters, people and own boosts are added by the gateway. */
export const QuestionView = z.object({
  id: Id,
  title: z.string(),
  /** Null when there is none or when it is withheld from this viewer. */
  description: z.nullable(z.string()),
  /** Null when the question was asked anonymously. */
  authorId: z.nullable(Id),
  isAnonymous: z.boolean(),
  allowAnonymousAnswers: z.boolean(),
  replyBoostThreshold: integer(),
  /** Whether the description is open: latched, or without a threshold. */
  isRevealed: z.boolean(),
  replyCount: integer(),
  isMine: z.boolean(),
  isEdited: z.boolean(),
  /** Whom it is asked; null: everyone. */
  targetId: z.nullable(Id),
  /** False: nobody but its author and its target sees it. */
  isApproved: z.boolean(),
  pinnedReplyId: z.nullable(Id),
  lastNumber: integer(),
  createdAt: Instant,
});
export type QuestionView = z.infer<typeof QuestionView>;

export const ReplyView = z.object({
  id: Id,
  questionId: Id,
  number: integer(),
  /** Null when the reply was written anonymously. */
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
