import * as z from 'zod/mini';
import { Id } from '../primitives.js';
import { query } from './rpc.js';

const Ids = z.array(Id).check(z.maxLength(500));

/**
 * Which accounts are behind these author ids, and which author ids these accounts have. Seals and tags of anonymous acts
 * are made of author ids. What does not exist, or was destroyed with its account, is missing. A pair whose seal key is
 * lost is missing by account, and refuses the call as `unavailable` by author. Nobody keeps an answer for longer than a
 * minute, and nobody writes one down.
 */
export const resolveAuthors = query(
  'content',
  'resolve-authors',
  z.object({ accountIds: Ids, authorIds: Ids }),
  z.object({ authors: z.array(z.object({ accountId: Id, authorId: Id })) }),
  ['gamification', 'notification'],
);
