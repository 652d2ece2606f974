import type { CallContext } from '@hearsay/contracts';
import type { CommandContext } from '@hearsay/event-store';

/** A call's context as the pipeline wants it. */
export const commandContext = (context: CallContext): CommandContext => ({
  accountId: context.accountId,
  correlationId: context.correlationId,
  deadline: Date.parse(context.deadline),
  ...(context.idempotencyKey !== undefined && { idempotencyKey: context.idempotencyKey }),
  ...(context.now !== undefined && { now: context.now }),
});
