import { Refusal, steadyNow } from '@hearsay/contracts';
import type pg from 'pg';
import { refuseUnknownVersions } from '../log/event-versions.js';
import type { StoredEvent, Transaction } from '../log/events.js';
import type { CommandCall } from '../pipeline/commands.js';
import type { Outcome } from '../pipeline/planned-call.js';
import { inTransaction } from '../runtime/transactions.js';
import type { Caused, Consumer, GroupReactor, Projector, Reactor, SliceReactor } from './consumer-definitions.js';

/** How long a reactor's command may wait in the pipeline. */
const commandTimeoutMs = 30_000;
/** The most commands of one slice: others' commands wait for one of them at a time. */
export const sliceCommands = 200;
/** The most commands that several facts cause together; a group of more is taken apart. */
const groupCommands = 1000;

/** Its owner makes smaller groups of it. */
export class GroupTooLargeError extends Error {
  constructor(commands: number) {
    super(`A group of ${commands} commands is too large`);
    this.name = 'GroupTooLargeError';
  }
}

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
  refuseUnknownVersions(events);
  if (consumer.kind === 'slice-reactor') {
    for (const event of events) await applyAllSlices(dependencies, consumer, event, finish);
    return true;
  }
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

/** From the first slice to the last, whose transaction `finish` shares. */
const applyAllSlices = async (
  dependencies: Dependencies,
  consumer: SliceReactor,
  event: StoredEvent,
  finish: (tx: Transaction) => Promise<void>,
): Promise<void> => {
  for (let after: string | null = null; ; ) {
    const { commands, next } = await consumer.slice(event, after, sliceCommands);
    const end = next === null ? finish : async () => undefined;
    if (!(await runCommands(dependencies, commands, event, end)) && next === null)
      await inTransaction(dependencies.pool, finish);
    if (next === null) return;
    after = next;
  }
};

const react = async (
  dependencies: Dependencies,
  consumer: Reactor | GroupReactor,
  events: readonly StoredEvent[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<boolean> => {
  const caused = await commandsOf(consumer, events);
  if (events.length > 1 && caused.length > groupCommands) throw new GroupTooLargeError(caused.length);
  return runCaused(dependencies, caused, finish);
};

/** The commands of one event and `finish` in one transaction; false, and nothing is done, when there is none. */
export const runCommands = (
  dependencies: Dependencies,
  commands: readonly Caused[],
  cause: StoredEvent,
  finish: (tx: Transaction) => Promise<void>,
): Promise<boolean> =>
  runCaused(
    dependencies,
    commands.map((command) => ({ ...command, cause })),
    finish,
  );

const runCaused = async (
  { pipeline }: Dependencies,
  caused: readonly (Caused & { readonly cause: StoredEvent })[],
  finish: (tx: Transaction) => Promise<void>,
): Promise<boolean> => {
  const failures = new Map<CommandCall, unknown>();
  const calls: CommandCall[] = [];
  for (const { definition, input, cause } of caused) {
    const context = {
      accountId: null,
      correlationId: cause.meta.correlationId,
      causationId: cause.eventId,
      deadline: steadyNow() + commandTimeoutMs,
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
  const caused: (Caused & { readonly cause: StoredEvent })[] = [];
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
