import { AccountContentHidden, type EventDefinition, unavailable } from '@hearsay/contracts';
import { type CommandDefinition, rowAggregate } from '@hearsay/event-store';
import { loadAccountDeletions } from './deletion.sql.js';

/** Posting commands and the account's deletion take this lock, so that the deletion misses no post. */
export const deletionAggregate = rowAggregate(
  'deletion',
  [AccountContentHidden],
  loadAccountDeletions,
  (deletion, { data }) => (data.cause === 'account' ? { isDeleted: true } : deletion),
);

/**
 * Refuses commands of a deleted account as `unavailable`, so that the caller repeats them. The account may be restored
 * already, and a new session can call before content has processed that event.
 */
export const refuseIfDeleted = <Input, Result, D extends EventDefinition>(
  definition: CommandDefinition<Input, Result, D>,
): CommandDefinition<Input, Result, D> => ({
  type: definition.type,

  plan(input, context) {
    const plan = definition.plan(input, context);
    if (context.accountId === null) return plan;
    return { ...plan, aggregates: { ...plan.aggregates, [deletionAggregate.name]: [context.accountId] } };
  },

  decide(input, view, context) {
    const { accountId } = context;
    if (accountId !== null && view.state(deletionAggregate, accountId).isDeleted) throw unavailable();
    return definition.decide(input, view, context);
  },
});
