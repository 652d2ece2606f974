import { type CallContext, Refusal } from '@hearsay/contracts';
import type { CommandContext, ContextWithPayload } from '@hearsay/event-store';

/** A call's context as the pipeline wants it; `payload` is what the caller sent, when the command's input holds more than that. */
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

/** The context of a question to another service on the way to an act: it is not the act, so it has neither its key nor its date. */
export const askingContext = ({ correlationId, accountId, deadline }: CallContext): CallContext => ({
  correlationId,
  accountId,
  deadline,
});

/** The account that acts. @throws Refusal `unauthenticated` for a visitor */
export const actorOf = (context: CallContext): string => {
  if (context.accountId === null) throw new Refusal('unauthenticated');
  return context.accountId;
};
