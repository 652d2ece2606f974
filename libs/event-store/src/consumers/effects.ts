import { Refusal } from '@hearsay/contracts';
import type pg from 'pg';
import type { StoredEvent, Transaction } from '../log/events.js';
import { refuseNewerVersions } from '../log/upcasts.js';
import type { CommandCall } from '../pipeline/commands.js';
import type { Outcome } from '../pipeline/planned-call.js';
import { inTransaction } from '../runtime/transactions.js';
import type { Consumer, GroupReactor, Projector, Reactor } from './consumer-definitions.js';

/** How long a reactor's command may wait in the pipeline. */
const commandTimeoutMs = 30_000;

/** The pipeline as consumers need it. */
export interface GroupPipeline {
  /** One transaction for all calls and `finish`; refusals are outcomes. */
  executeGroup(calls: readonly CommandCall[], finish: (tx: Transaction) => Promise<void>): Promise<readonly Outcome[]>;
}

/** A decision of a reactor broke. The foreign text stays in the cause, so that none of it is taken for an outage. */
class ReactorFailedError extends Error {
  constructor(type: string, cause: unknown) {
    super(`The command ${type} broke`, { cause });
    this.name = 'ReactorFailedError';
  }
}

/** What an operator reads of an error. */
export const textOf = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: GroupPipeline;
}

/** Brings the effects of events and `finish` about in one transaction: all or nothing. */
export const applyEvents = async (
  dependencies: Dependencies,
  consumer: Consumer,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  if (!(await applyIfAny(dependencies, consumer, events, finish))) await inTransaction(dependencies.pool, finish);
};

/** The same, but false and no transaction at all (no `finish` either) when a reactor has nothing to say to these events. */
export const applyIfAny = async (
  dependencies: Dependencies,
  consumer: Consumer,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<boolean> => {
  refuseNewerVersions(events);
  if (consumer.kind !== 'projector') return react(dependencies, consumer, events, finish);
  await project(dependencies.pool, consumer, events, finish);
  return true;
};

const project = async (
  pool: pg.Pool,
  consumer: Projector,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  const afterCommit = await inTransaction(pool, async (tx) => {
    // First the checkpoint, so that a rebuild that holds it can exchange the tables before we touch them.
    await finish(tx);
    if (events.length === 0) return undefined;
    await consumer.apply(tx, events);
    return consumer.applied?.(tx, events);
  });
  afterCommit?.();
};

const react = async (
  { pipeline }: Dependencies,
  consumer: Reactor | GroupReactor,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<boolean> => {
  const failures = new Map<CommandCall, unknown>();
  const calls: CommandCall[] = [];
  for (const { definition, input, cause } of await commandsOf(consumer, events)) {
    const context = {
      accountId: null,
      correlationId: cause.meta.correlationId,
      causationId: cause.eventId,
      deadline: Date.now() + commandTimeoutMs,
      now: cause.meta.occurredAt,
    };
    const call: CommandCall = { definition: watched(definition, failures, () => call), input, context };
    calls.push(call);
  }
  if (calls.length === 0) return false;
  await pipeline.executeGroup(calls, async (tx) => {
    for (const [{ definition }, error] of failures) throw new ReactorFailedError(definition.type, error);
    await finish(tx);
  });
  return true;
};

const commandsOf = async (consumer: Reactor | GroupReactor, events: readonly StoredEvent[]) => {
  if (consumer.kind === 'group-reactor') return consumer.commandsOfGroup(events);
  const caused: (Pick<CommandCall, 'definition' | 'input'> & { readonly cause: StoredEvent })[] = [];
  for (const cause of events) for (const command of await consumer.commands(cause)) caused.push({ ...command, cause });
  return caused;
};

/**
 * The pipeline answers a broken decision as a refusal and commits the rest, which is right for callers who get an answer. Here
 * the fact would be lost, so the break is noted and aborts the group.
 */
const watched = (
  definition: CommandCall['definition'],
  failures: Map<CommandCall, unknown>,
  call: () => CommandCall,
): CommandCall['definition'] => {
  const noting = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof Refusal)) failures.set(call(), error);
      throw error;
    }
  };
  return {
    type: definition.type,
    plan: (input, context) => {
      failures.delete(call());
      return noting(() => definition.plan(input, context));
    },
    decide: (input, view, context) => noting(() => definition.decide(input, view, context)),
  };
};
