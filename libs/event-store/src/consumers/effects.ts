import { steadyNow } from '@hearsay/contracts';
import type pg from 'pg';
import type { StoredEvent } from '../log/events.js';
import { upcastEvents } from '../log/versions.js';
import type { CommandCall, Outcome } from '../pipeline/commands.js';
import type { Transaction } from '../runtime/connections.js';
import { inTransaction } from '../runtime/connections.js';
import type { CausedCommand, Consumer } from './consumer-definitions.js';

const commandTimeoutMs = 30_000;
/** The most commands in a slice. It is small, because other callers' commands wait while a slice runs. */
export const maxSliceCommands = 200;
const groupCommands = 1000;

export interface GroupPipeline {
  executeGroup(calls: readonly CommandCall[], finish: (tx: Transaction) => Promise<void>): Promise<readonly Outcome[]>;
}

/** The message, followed by the message of the cause. */
export const errorText = (error: unknown): string => {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
};

interface Dependencies {
  readonly pool: pg.Pool;
  readonly pipeline: GroupPipeline;
}

type Finish = (tx: Transaction) => Promise<void>;

/** Applies one event. `finish` runs in the transaction of the effects, or of the last slice. */
export const applyEvent = async (
  dependencies: Dependencies,
  consumer: Consumer,
  event: StoredEvent,
  finish: Finish,
): Promise<void> => {
  if (consumer.kind !== 'slice-reactor') {
    if (!(await applyEvents(dependencies, consumer, [event], finish))) await inTransaction(dependencies.pool, finish);
    return;
  }
  const upcasted = upcastEvents([event])[0]!;
  for (let after: string | null = null; ; ) {
    const { commands, next } = await consumer.slice(upcasted, after, maxSliceCommands);
    await runCommands(
      dependencies,
      commandsCausedBy(upcasted, commands),
      next === null ? finish : async () => undefined,
    );
    if (next === null) return;
    after = next;
  }
};

/** Applies several events. Returns false if a reactor has no commands for them, and then begins no transaction. */
export const applyEvents = async (
  dependencies: Dependencies,
  consumer: Exclude<Consumer, { kind: 'slice-reactor' }>,
  stored: readonly StoredEvent[],
  finish: Finish,
): Promise<boolean> => {
  const events = upcastEvents(stored);
  if (consumer.kind === 'projector') {
    const afterCommit = await inTransaction(dependencies.pool, async (tx) => {
      // Locks the checkpoint first. A rebuild that holds this lock swaps the tables before this transaction uses them.
      await finish(tx);
      if (events.length === 0) return undefined;
      await consumer.apply(tx, events);
      return consumer.applied?.(tx, events);
    });
    afterCommit?.();
    return true;
  }
  const commands: CausedBy[] = [];
  if (consumer.kind === 'group-reactor') commands.push(...(await consumer.commandsOfGroup(events)));
  else for (const event of events) commands.push(...commandsCausedBy(event, await consumer.commands(event)));
  if (commands.length === 0) return false;
  if (events.length > 1 && commands.length > groupCommands)
    throw new Error(`A group of ${commands.length} commands is too large`);
  await runCommands(dependencies, commands, finish);
  return true;
};

type CausedBy = CausedCommand & { readonly cause: StoredEvent };

export const commandsCausedBy = (cause: StoredEvent, commands: readonly CausedCommand[]): CausedBy[] =>
  commands.map((command) => ({ ...command, cause }));

/** Runs the commands and `finish` in one transaction, also without commands. Refusals are ignored. */
export const runCommands = async (
  { pool, pipeline }: Dependencies,
  commands: readonly CausedBy[],
  finish: Finish,
): Promise<void> => {
  if (commands.length === 0) return inTransaction(pool, finish);
  const deadline = steadyNow() + commandTimeoutMs;
  const calls = commands.map(({ definition, input, cause: { eventId, meta } }) => ({
    definition,
    input,
    context: {
      accountId: null,
      correlationId: meta.correlationId,
      causationId: eventId,
      deadline,
      now: meta.occurredAt,
    },
  }));
  await pipeline.executeGroup(calls, finish);
};
