import { contentKey, engagementRpc, Refusal } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import type { ContentLookup } from '../contents/content-targets.js';
import type { CountsQueries } from '../counters/counts.queries.js';
import { boostIdOf } from '../pair-ids.js';
import { applyThreshold } from './apply-threshold.decider.js';
import { type SetBoost, setBoost } from './boost.decider.js';

export const boostHandlers = (pipeline: CommandPipeline, targets: ContentLookup, counts: CountsQueries) =>
  handlersOf(engagementRpc, {
    async setBoost(input, context) {
      const accountId = actorOf(context);
      const lookUp = async (): Promise<SetBoost> => {
        const found = await targets.find(input, context, 'boost');
        if (!found) throw new Refusal('not_found');
        const { wasPending = false, ...target } = found;
        const boostId = boostIdOf(accountId, contentKey(target));
        return { accountId, boostId, wasPending, target, isBoosted: input.isBoosted };
      };
      return executeAfterLookUp(pipeline, setBoost, lookUp, commandContext(context, input));
    },

    applyThreshold: (input, { idempotencyKey: _key, ...context }) =>
      pipeline.execute(applyThreshold, input, commandContext(context)),

    contentCounts: async ({ items }, context) => ({ counts: await counts.contentCounts(items, context) }),
  });
