import * as z from 'zod/mini';
import { ContentRef } from '../engagement.js';
import { Id, integer } from '../primitives.js';
import { ExportPlace } from './export-place.js';
import { FeedPlace } from './feeds.js';
import { contractsOf, Ids } from './rpc.js';

const { command, query } = contractsOf('content');

/** Sets or removes the caller's private mark. @throws `not_found` for content that not everyone sees */
export const setWatch = command('set-watch', { questionId: Id, on: z.boolean() }, {});
export const setBookmark = command('set-bookmark', { ...ContentRef.shape, on: z.boolean() }, {});

/** The caller's bookmarks of content that everyone sees, newest first. */
export const bookmarks = query(
  'bookmarks',
  { after: z.nullable(ExportPlace) },
  { items: z.array(FeedPlace), next: z.nullable(ExportPlace) },
);

/** People who watch a question, in the order of their ids. Hidden accounts are missing. */
export const questionWatchers = query(
  'question-watchers',
  { questionId: Id, after: z.nullable(Id), limit: integer(1, 500) },
  { watcherIds: Ids },
  ['notification'],
);
