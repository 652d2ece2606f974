import {
  ContentRemoved,
  ContentRestored,
  PodcastPublished,
  QuestionApproved,
  QuestionAsked,
  ReplyPosted,
} from '@hearsay/contracts';
import type { Projector } from '@hearsay/event-store';
import { refreshRanks } from './ranks.js';
import { settleRanks } from './settle-ranks.js';

/**
 * Ranks follow content's own log from behind, like any other service's: a reply in a room must not wait for the order of lists. A rebuild
 * fills them anew from all counts, and in the end with what has been counted meanwhile.
 */
export const ranksProjector: Projector<
  | typeof PodcastPublished
  | typeof QuestionAsked
  | typeof QuestionApproved
  | typeof ReplyPosted
  | typeof ContentRemoved
  | typeof ContentRestored
> = {
  kind: 'projector',
  name: 'ranks',
  source: 'content',
  events: [PodcastPublished, QuestionAsked, QuestionApproved, ReplyPosted, ContentRemoved, ContentRestored],
  tables: ['ranks'],
  apply: (tx, events) =>
    refreshRanks(
      tx,
      events.map(({ data }) => ('podcastId' in data ? data.podcastId : data.questionId)),
    ),
  // Boosts and reposts move the live ranks while others are filled.
  shared: { settle: settleRanks },
};
