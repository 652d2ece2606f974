import { ContentRemoved, ContentRestored, type EventOf, ReplyPosted } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadReplies } from './reply.loads.js';
import type { Reply } from './reply.states.js';

type ReplyDefinition = typeof ReplyPosted | typeof ContentRemoved | typeof ContentRestored;

const evolve = (reply: Reply | null, event: EventOf<ReplyDefinition>): Reply | null => {
  if (event.type === ReplyPosted.type) {
    const { questionId, owner, isAnonymous } = event.data;
    return { questionId, owner, isAnonymous, removalId: null, removalRevision: 0 };
  }
  const { removalId, revision } = event.data;
  return (
    reply && { ...reply, removalId: event.type === ContentRemoved.type ? removalId : null, removalRevision: revision }
  );
};

/** Key: reply id; null while there is no such reply. */
export const replyAggregate: AggregateDefinition<Reply | null, ReplyDefinition> = {
  name: 'reply',
  events: [ReplyPosted, ContentRemoved, ContentRestored],
  evolve,
  load: loadReplies,
  sendsAtOnce: true,
};
