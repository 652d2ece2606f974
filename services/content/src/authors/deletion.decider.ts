import { AccountContentHidden, type EventDefinition, Refusal } from '@hearsay/contracts';
import { type CommandDefinition, rowAggregate } from '@hearsay/event-store';
import { loadDeletion } from './deletion.sql.js';

/** A post and a hiding of its account lock it, so that neither misses the other. */
export const deletionAggregate = rowAggregate('deletion', [AccountContentHidden], loadDeletion, (deletion, { data }) =>
  data.cause === 'account' ? { isDeleted: true } : deletion,
);

/**
 * Refuses a deleted account. Identity decides if a session has ended: after an undo it is valid before content has
 * processed the return.
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
    if (accountId !== null && view.state(deletionAggregate, accountId).isDeleted)
      throw new Refusal('unavailable', undefined, { retryAfter: 1 });
    return definition.decide(input, view, context);
  },
});
