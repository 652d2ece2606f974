import * as z from 'zod/mini';
import { AnonymousPosts } from '../account.js';
import { Id, integer } from '../primitives.js';
import { command, query } from './rpc.js';

/** What of a person's named posts there is; anonymous ones are counted nowhere. */
export const PostCounts = z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0) });
export const countPostsOf = query(
  'content',
  'count-posts-of',
  z.object({ accountId: Id }),
  z.object({ counts: PostCounts }),
  ['moderation'],
);
/**
 * Hides a person's named posts up to now and answers when no read shows one any more. A job removes them one by one
 * behind it. Anonymous posts stay. When an account goes for good, `anonymousPosts` says what becomes of them; a wipe never
 * touches them. A repeat under the same removal replaces that choice and changes nothing else.
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
/** Brings back exactly what that removal took away. Unknown: `not_found`. */
export const showContentOf = command('content', 'show-content-of', z.object({ removalId: Id }), z.object({}), [
  'moderation',
  'identity',
]);
/** How many of the named posts are hidden, or back again; those that do not exist are missing. */
export const hidingProgress = query(
  'content',
  'hiding-progress',
  z.object({ removalIds: z.array(Id).check(z.maxLength(500)) }),
  z.object({
    hidings: z.array(z.object({ removalId: Id, done: integer(0), total: integer(0), isRunning: z.boolean() })),
  }),
  ['moderation', 'identity'],
);
