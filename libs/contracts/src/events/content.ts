import * as z from 'zod/mini';
import { Id, integer } from '../primitives.js';
import { event } from './definitions.js';
import { Owner } from './owner.js';

export const QuestionAsked = event(
  'content',
  'QuestionAsked',
  'relayed',
  z.object({
    questionId: Id,
    titleTextId: Id,
    descriptionTextId: z.nullable(Id),
    owner: Owner,
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    /** How many boosts open the description and the replies; with 0 nothing is hidden. */
    replyBoostThreshold: integer(),
  }),
);

export const ReplyPosted = event(
  'content',
  'ReplyPosted',
  'relayed',
  z.object({
    replyId: Id,
    questionId: Id,
    textId: Id,
    owner: Owner,
    isAnonymous: z.boolean(),
    /** Whose question it is, so that nobody downstream has to wait for another source. */
    questionOwner: Owner,
    parentReplyId: z.nullable(Id),
    parentOwner: z.nullable(Owner),
    /** Its number in the question's room. */
    number: integer(),
  }),
  { 1: ({ discussionId, ...data }) => ({ ...data, replyId: discussionId }) },
);

/** The latch: texts of this question with a threshold at or below `threshold` are open for ever. */
export const Revealed = event(
  'content',
  'Revealed',
  'relayed',
  z.object({
    questionId: Id,
    owner: Owner,
    threshold: integer(),
    /** How many boosts the question had when it was latched. */
    revealCount: integer(),
    number: integer(),
  }),
);
