import * as z from 'zod/mini';
import { AnonymousPosts } from '../account.js';
import { Id, integer } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('content');

export const PostCounts = z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0) });
export const countPostsOf = query('count-posts-of', { accountId: Id }, { counts: PostCounts }, ['moderation']);
/**
 * Hides a person's named posts so far. Resolves when no read shows them; a job then removes each. Anonymous posts stay,
 * unless an account's deletion says `remove` (`anonymousPosts`). A repeat under the same removal replaces only that
 * choice.
 */
export const hideContentOf = command(
  'hide-content-of',
  {
    accountId: Id,
    removalId: Id,
    cause: z.enum(['wipe', 'account']),
    anonymousPosts: z._default(AnonymousPosts, 'keep'),
  },
  { counts: PostCounts },
  ['moderation', 'identity'],
);
/** Restores exactly the posts of that removal. @throws `not_found` */
export const showContentOf = command('show-content-of', { removalId: Id }, {}, ['moderation', 'identity']);
/** Counts of posts that are hidden, or restored; unknown removals are missing. */
export const hidingProgress = query(
  'hiding-progress',
  { removalIds: Ids },
  {
    hidings: z.array(z.object({ removalId: Id, done: integer(0), total: integer(0), isRunning: z.boolean() })),
  },
  ['moderation', 'identity'],
);
