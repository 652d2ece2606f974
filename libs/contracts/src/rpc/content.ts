import { z } from 'zod';
import { Owner } from '../events/owner.js';
import { ContentType, Id, Instant, MediaType } from '../primitives.js';
import { ContentLocation, FeedSort } from '../questions.js';
import { command, query } from './rpc.js';

/** A question as content tells it to one viewer: counters, people and own boosts are added by the gateway. */
export const QuestionView = z.object({
  id: Id,
  title: z.string(),
  /** Null when there is none or when it is withheld from this viewer. */
  description: z.string().nullable(),
  creatorId: Id.nullable(),
  isAnonymous: z.boolean(),
  allowAnonymousAnswers: z.boolean(),
  replyBoostThreshold: z.number().int(),
  /** The description's latch: true without threshold. */
  isRevealed: z.boolean(),
  discussionCount: z.number().int(),
  isMine: z.boolean(),
  lastNumber: z.number().int(),
  createdAt: Instant,
});
export type QuestionView = z.infer<typeof QuestionView>;

export const DiscussionView = z.object({
  id: Id,
  questionId: Id,
  number: z.number().int(),
  userId: Id.nullable(),
  content: z.string().nullable(),
  mediaType: MediaType,
  isAnonymous: z.boolean(),
  parentReplyId: Id.nullable(),
  boostThreshold: z.number().int(),
  isRevealed: z.boolean(),
  isMine: z.boolean(),
  createdAt: Instant,
});
export type DiscussionView = z.infer<typeof DiscussionView>;

export const askQuestion = command(
  'content',
  'ask-question',
  z.object({
    title: z.string(),
    description: z.string().nullable(),
    isAnonymous: z.boolean(),
    allowAnonymousAnswers: z.boolean(),
    replyBoostThreshold: z.number().int().min(0).max(100),
  }),
  z.object({ question: QuestionView }),
);

export const postReply = command(
  'content',
  'post-reply',
  z.object({ questionId: Id, content: z.string(), isAnonymous: z.boolean(), parentReplyId: Id.nullable() }),
  z.object({ discussion: DiscussionView }),
);

/**
 * Opens everything of a question whose threshold is at or below `boostPeak`. Called before the boost that reached it is
 * answered; repeating it changes nothing.
 */
export const latchReveal = command(
  'content',
  'latch-reveal',
  z.object({ questionId: Id, boostPeak: z.number().int().min(0) }),
  z.object({ lastNumber: z.number().int() }),
);

export const questionPage = query(
  'content',
  'question-page',
  z.object({ questionId: Id }),
  z.object({ question: QuestionView, discussions: z.array(DiscussionView) }),
);
/** Question with the number of its room alone: what ETags and the room check need. */
export const discussionsBefore = query(
  'content',
  'discussions-before',
  z.object({ questionId: Id, before: z.number().int(), limit: z.number().int().min(1).max(100) }),
  z.object({ discussions: z.array(DiscussionView) }),
);
export const discussion = query(
  'content',
  'discussion',
  z.object({ id: Id }),
  z.object({ discussion: DiscussionView, parentTitle: z.string() }),
);
export const locate = query('content', 'locate', z.object({ id: Id }), z.object({ location: ContentLocation.nullable() }));

/** `anchor` opaque as given before, or null for the first page; `page` counts without anchor. */
export const feed = query(
  'content',
  'feed',
  z.object({ sort: FeedSort, anchor: z.string().nullable(), page: z.number().int().min(1), limit: z.number().int().min(1).max(50) }),
  z.object({ questions: z.array(QuestionView), anchor: z.string().nullable() }),
);

export const RoomEntryView = z.discriminatedUnion('entry', [
  z.object({ number: z.number().int(), entry: z.literal('message'), discussion: DiscussionView }),
  z.object({ number: z.number().int(), entry: z.literal('revealed'), revealCount: z.number().int() }),
]);
export type RoomEntryView = z.infer<typeof RoomEntryView>;

/** Entries after `after`, at most 500, dense. `after` above lastNumber: refused as invalid_input. */
export const roomEntries = query(
  'content',
  'room-entries',
  z.object({ questionId: Id, after: z.number().int().min(0) }),
  z.object({ entries: z.array(RoomEntryView), lastNumber: z.number().int(), discussionCount: z.number().int() }),
);
export const RoomHead = z.object({ questionId: Id, lastNumber: z.number().int(), discussionCount: z.number().int() });
/** Rooms that do not exist are missing. At most 500 ids. */
export const roomHeads = query(
  'content',
  'room-heads',
  z.object({ questionIds: z.array(Id).max(500) }),
  z.object({ rooms: z.array(RoomHead) }),
);

/** What engagement must know about content before the copy has arrived: only this answer's null is a 404. */
export const BoostTarget = z.object({
  contentType: ContentType,
  contentId: Id,
  questionId: Id,
  owner: Owner,
  /** Ascending; empty for replies, which unlock nothing. */
  thresholds: z.array(z.number().int().min(1)),
});
export type BoostTarget = z.infer<typeof BoostTarget>;
export const boostTarget = query(
  'content',
  'boost-target',
  z.object({ contentType: ContentType, contentId: Id }),
  z.object({ target: BoostTarget.nullable() }),
);
