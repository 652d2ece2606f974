import { AccountContentHidden, type EventDefinition, unavailable } from '@hearsay/contracts';
import { type CommandDefinition, rowAggregate } from '@hearsay/event-store';
import { loadDeletion } from './deletion.sql.js';

/** A post and the deletion of its author's account both take this lock, so that neither misses the other. */
export const deletionAggregate = rowAggregate('deletion', [AccountContentHidden], loadDeletion, (deletion, { data }) =>
  data.cause === 'account' ? { isDeleted: true } : deletion,
);

/**
 * Refuses a deleted account as `unavailable`. Only identity ends sessions: after an undo, a session is valid before
 * content has processed the return.
 */
export const unlessDeleted = <Input, Result, D extends EventDefinition>(
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
