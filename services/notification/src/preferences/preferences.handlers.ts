import { notificationRpc } from '@hearsay/contracts';
import type { CommandPipeline } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { preferencesOf, setPreferences } from './preferences.decider.js';
import type { PreferencesQueries } from './preferences.sql.js';

export const preferencesHandlers = (pipeline: CommandPipeline, queries: PreferencesQueries) => {
  const answer = async (accountId: string) => ({ preferences: preferencesOf(await queries.switchesOf(accountId)) });

  return handlersOf(notificationRpc, {
    preferences: async (_input, context) => answer(actorOf(context)),

    async setPreferences(changes, context) {
      const accountId = actorOf(context);
      await pipeline.execute(setPreferences, { accountId, changes }, commandContext(context, changes));
      return answer(accountId);
    },
  });
};
