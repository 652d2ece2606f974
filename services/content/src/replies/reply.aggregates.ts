import { ReplyPosted } from '@hearsay/contracts';
import type { AggregateDefinition } from '@hearsay/event-store';
import { loadReplies } from './reply.loads.js';
import type { Reply } from './reply.states.js';

/** Key: reply id. A reply is its own stream; until replies can be removed nothing is decided on an existing one. */
export const replyAggregate: AggregateDefinition<Reply, typeof ReplyPosted> = {
  name: 'reply',
  events: [ReplyPosted],
  evolve: () => ({ exists: true }),
  load: loadReplies,
};
