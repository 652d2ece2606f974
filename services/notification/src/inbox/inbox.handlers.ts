import { type CallContext, notificationRpc, unavailable } from '@hearsay/contracts';
import { type CommandPipeline, executeAfterLookUp } from '@hearsay/event-store';
import { handlersOf } from '@hearsay/messaging';
import { actorOf, commandContext } from '@hearsay/service-runtime';
import { preferencesOf, setPreferences } from '../preferences/preferences.decider.js';
import type { PreferencesQueries } from '../preferences/preferences.sql.js';
import type { InboxQueries } from './inbox.queries.js';
import type { InboxKeys, PersonKeys } from './inbox-keys.js';
import { markInboxCommand } from './read-inbox.decider.js';
import type { ReadMark } from './reading.js';

export const inboxHandlers = (
  pipeline: CommandPipeline,
  queries: InboxQueries,
  preferences: PreferencesQueries,
  keys: InboxKeys,
) => {
  const mark = async (
    command: string,
    marksOf: (own: PersonKeys) => Promise<readonly ReadMark[]>,
    input: object,
    context: CallContext,
  ): Promise<Record<string, never>> => {
    const own = await keys.keysOfAccount(actorOf(context));
    const { authorId, reader } = own;
    // The account has no author id yet, because content has not processed its registration.
    if (authorId === null || reader === null) throw unavailable();
    const lookUp = async () => ({ authorId, reader, marks: await marksOf(own) });
    return executeAfterLookUp(pipeline, markInboxCommand(command), lookUp, commandContext(context, input));
  };

  const preferencesOfOwner = async (accountId: string) => ({
    preferences: preferencesOf(await preferences.switchesOf(accountId)),
  });

  return handlersOf(notificationRpc, {
    preferences: async (_input, context) => preferencesOfOwner(actorOf(context)),
    async setPreferences(changes, context) {
      const accountId = actorOf(context);
      await pipeline.execute(setPreferences, { accountId, changes }, commandContext(context, changes));
      return preferencesOfOwner(accountId);
    },

    inbox: async (input, context) => ({ notifications: await queries.inbox(actorOf(context), input) }),
    unread: async ({ mutes }, context) => ({ unread: await queries.unread(actorOf(context), mutes) }),
    news: async ({ kinds, mutes }, context) => queries.news(actorOf(context), kinds, mutes),

    markRead: (input, context) => mark('mark-read', (own) => queries.markOne(own, 'one', input.id), input, context),
    markQuestionRead: (input, context) =>
      mark('mark-question-read', (own) => queries.markQuestion(own, input.questionId), input, context),
    markAllRead: (input, context) => mark('mark-all-read', (own) => queries.markAll(own), input, context),
    changeNotifications: (input, context) =>
      mark('change-notifications', (own) => queries.markEach(own, input), input, context),
    deleteNotification: (input, context) =>
      mark('delete-notification', (own) => queries.markOne(own, 'deleted', input.id), input, context),
  });
};
