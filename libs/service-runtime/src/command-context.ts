import { type CallContext, Refusal } from '@hearsay/contracts';
import type { CommandContext, ContextWithPayload } from '@hearsay/event-store';

export function commandContext(context: CallContext): CommandContext;
export function commandContext(context: CallContext, payload: unknown): ContextWithPayload;
export function commandContext(context: CallContext, payload?: unknown): CommandContext {
  return {
    accountId: context.accountId,
    correlationId: context.correlationId,
    deadline: Date.parse(context.deadline),
    ...(context.idempotencyKey !== undefined && { idempotencyKey: context.idempotencyKey }),
    ...(payload !== undefined && { payload }),
    ...(context.now !== undefined && { now: context.now }),
  };
}

/** The context of a query to another service during an act. It lacks the act's idempotency key and its `now`. */
export const queryContext = ({ correlationId, accountId, deadline }: CallContext): CallContext => ({
  correlationId,
  accountId,
  deadline,
});

/** @throws Refusal `unauthenticated` for a visitor */
export const actorOf = (context: CallContext): string => {
  if (context.accountId === null) throw new Refusal('unauthenticated');
  return context.accountId;
};
