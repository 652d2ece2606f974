import { type EventOf, Reposted, RepostRemoved, RepostRestored } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadReposts } from './repost.loads.js';
import type { Repost } from './repost.states.js';

export const repostEvents = [Reposted, RepostRemoved, RepostRestored] as const;
export type RepostDefinition = (typeof repostEvents)[number];

const evolve = (repost: Repost, event: EventOf<RepostDefinition>): Repost => {
  const { contentType, contentId, questionId, owner, toggle } = event.data;
  return {
    isReposted: event.type !== RepostRemoved.type,
    removalId: event.type === RepostRemoved.type ? event.data.removalId : null,
    toggle,
    textId: event.type === Reposted.type ? event.data.textId : repost.textId,
    of: { contentType, contentId, questionId, owner },
  };
};

/** Key: repost id. Like a boost it is guarded by the lock on its content's counter. */
export const repostAggregate: AggregateDefinition<Repost, RepostDefinition> = {
  name: 'repost',
  events: repostEvents,
  evolve,
  load: loadReposts,
  sendsAtOnce: true,
};
