import { contentRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { commandContext } from '@hearsay/service-runtime';
import { latchReveal } from '../questions/latch-reveal.decider.js';
import type { RoomQueries } from './room.queries.js';

export const roomHandlers = (pipeline: CommandPipeline, rooms: RoomQueries) =>
  handlersOf(contentRpc, {
    roomEntries: ({ questionId, after, withWaiting }, { accountId }) =>
      rooms.entries(questionId, after, accountId, withWaiting),

    roomHeads: async ({ questionIds, withWaiting }) => ({ rooms: await rooms.heads(questionIds, null, withWaiting) }),

    latchReveal: (input, { idempotencyKey: _key, ...context }) =>
      pipeline.execute(latchReveal, input, commandContext(context)),
  });
