import * as z from 'zod/mini';
import { AnonymousPostsChoice } from '../account.js';
import { Id, integer } from '../primitives.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('content');

export const PostCounts = z.object({ questions: integer(0), discussions: integer(0), podcasts: integer(0) });
export const countPostsOf = query('count-posts-of', { accountId: Id }, { counts: PostCounts }, ['moderation']);
/**
 * Hides the named posts that a person has made so far. The call returns as soon as no read shows these posts, and a job
 * then removes each post. Anonymous posts stay, unless `anonymousPosts` is `remove`. A repeat under the same removal id
 * only changes `anonymousPosts`.
 */
export const hideContentOf = command(
  'hide-content-of',
  {
    accountId: Id,
    removalId: Id,
    cause: z.enum(['wipe', 'account']),
    anonymousPosts: z._default(AnonymousPostsChoice, 'keep'),
  },
  { counts: PostCounts },
  ['moderation', 'identity'],
);
/** Restores exactly the posts with this removal id. @throws `not_found` */
export const showContentOf = command('show-content-of', { removalId: Id }, {}, ['moderation', 'identity']);
/** The number of posts of each removal that are hidden or restored so far. Unknown removals are missing. */
export const hidingProgress = query(
  'hiding-progress',
  { removalIds: Ids },
  {
    hidings: z.array(z.object({ removalId: Id, done: integer(0), total: integer(0), isRunning: z.boolean() })),
  },
  ['moderation', 'identity'],
);
