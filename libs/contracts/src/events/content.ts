import { z } from 'zod';
import { Id } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

export const QuestionAsked = event(
  'content',
  'QuestionAsked',
  z.object({
    questionId: Id,
    titleTextId: Id,
    descriptionTextId: Id.nullable(),
    owner: Owner,
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    /** Boosts that open description and replies; 0 = nothing is hidden. */
    replyBoostThreshold: z.number().int(),
  }),
);

export const ReplyPosted = event(
  'content',
  'ReplyPosted',
  z.object({
    discussionId: Id,
    questionId: Id,
    textId: Id,
    owner: Owner,
    isAnonymous: z.boolean(),
    /** So that nobody downstream has to wait for another source. */
    questionOwner: Owner,
    parentReplyId: Id.nullable(),
    parentOwner: Owner.nullable(),
    /** Its number in the question's room. */
    number: z.number().int(),
  }),
);

/** The latch: texts of this question with a threshold at or below `threshold` are open for ever. */
export const Revealed = event(
  'content',
  'Revealed',
  z.object({
    questionId: Id,
    owner: Owner,
    threshold: z.number().int(),
    /** Boosts at the latch. */
    revealCount: z.number().int(),
    number: z.number().int(),
  }),
);
