import { gamificationRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext, idForCall } from '@hearsay/service-runtime';
import type { HeardQueries } from '../boosts/heard.queries.js';
import { grantXp } from './ledger.decider.js';
import type { XpQueries } from './xp.queries.js';

export const xpHandlers = (pipeline: CommandPipeline, queries: XpQueries, heard: HeardQueries, now: () => number) =>
  handlersOf(gamificationRpc, {
    progress: async ({ accountIds }) => ({ progress: await queries.progress(accountIds) }),

    xpActivities: async ({ before, limit }, context) => ({
      activities: await queries.activities(actorOf(context), before, limit),
    }),

    xpToday: async (_input, context) => ({ rules: await queries.xpOfToday(actorOf(context), now()) }),
    heard: async ({ limit }) => ({ accountIds: await heard.heardPeople(limit) }),

    async grantXp(input, context) {
      const entryId = idForCall(context);
      await pipeline.execute(grantXp, { ...input, entryId }, commandContext(context, input));
      const [progress] = await queries.progress([input.accountId]);
      return { xp: progress!.xp, level: progress!.level };
    },

    grantReasons: async ({ entryIds }) => ({ reasons: await queries.grantReasons(entryIds) }),
  });
