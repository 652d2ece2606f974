import * as z from 'zod/mini';
import { AnonymousPosts } from '../account.js';
import { Id, integer } from '../primitives.js';
import { command, query } from './rpc.js';

export const PostCounts = z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0) });
export const countPostsOf = query(
  'content',
  'count-posts-of',
  z.object({ accountId: Id }),
  z.object({ counts: PostCounts }),
  ['moderation'],
);
/**
 * Hides a person's named posts up to now. It resolves when no read shows one, and a job then removes each. Anonymous
 * posts stay. When an account is deleted, `anonymousPosts` decides about those; a wipe never touches them. A repeat
 * under the same removal replaces only that choice.
 */
export const hideContentOf = command(
  'content',
  'hide-content-of',
  z.object({
    accountId: Id,
    removalId: Id,
    cause: z.enum(['wipe', 'account']),
    anonymousPosts: z._default(AnonymousPosts, 'keep'),
  }),
  z.object({ counts: PostCounts }),
  ['moderation', 'identity'],
);
/** Restores exactly the posts of that removal. @throws `not_found` */
export const showContentOf = command('content', 'show-content-of', z.object({ removalId: Id }), z.object({}), [
  'moderation',
  'identity',
]);
/** Counts of posts that are hidden, or restored; unknown removals are missing. */
export const hidingProgress = query(
  'content',
  'hiding-progress',
  z.object({ removalIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({
    hidings: z.array(z.object({ removalId: Id, done: integer(0), total: integer(0), isRunning: z.boolean() })),
  }),
  ['moderation', 'identity'],
);
