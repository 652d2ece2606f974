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

/** A consumer of content's own log, so that a reply does not wait for ranks. */
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
  // Boosts and reposts change the live ranks during a rebuild.
  shared: { settle: settleRanks },
};
