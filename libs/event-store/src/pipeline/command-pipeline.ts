import { createSecretKey } from 'node:crypto';
import { Refusal, steadyNow } from '@hearsay/contracts';
import type pg from 'pg';
import type { Transaction } from '../log/events.js';
import type { AppendGuard } from '../recovery/append-guard.js';
import { LogLossError } from '../recovery/log-loss.js';
import { isOutage } from '../runtime/outages.js';
import { pause } from '../runtime/pause.js';
import { Batch, type BatchResult, type BatchStore } from './batch.js';
import { isKeyTaken } from './command-results.js';
import type { CommandCall, CommandContext, CommandDefinition, LiveMessage } from './commands.js';
import { Flight } from './flight.js';
import { GatheringBatch } from './gathering-batch.js';
import type { Outcome } from './planned-call.js';
import { prepared } from './prepared.js';
import {
  type CommitProof,
  fateOf,
  isConnectionLoss,
  isDeadlinePassed,
  isReadOnly,
  isRetryable,
  tookTooLong,
} from './transaction-fate.js';

/** The most commands in one batch. */
const maxBatchCommands = 500;
/** The most characters of input in one batch. */
const maxBatchSize = 1_000_000;
/** How many commands may wait; beyond it new ones are refused as unavailable. */
const maxQueuedCommands = 10_000;
/** The pause before a batch that was aborted is tried again. */
const retryPauseMs = 50;
/** The same while the log lacks events that others have read. */
const lossPauseMs = 500;

export interface PipelineOptions extends Omit<BatchStore, 'clock' | 'idempotencySecret'> {
  readonly idempotencySecret: Buffer;
  /**
   * Not that of queries: one connection of it is for the batches, the others to ask for the fate of a lost one, and for what commands have to know
   * before. They send statements before earlier ones are answered (pg's `pipeline`).
   */
  readonly pool: pg.Pool;
  readonly clock?: () => Date;
  /** Asked about each connection before its first batch. */
  readonly guard?: Pick<AppendGuard, 'before'>;
  /** Called after the commit, in order. */
  readonly publish: (message: LiveMessage) => void;
  /** Called after a commit that appended events. */
  readonly nudge: () => void;
  /** Called after every commit. */
  readonly onBatch?: (commands: number) => void;
  /** How long a batch gathers behind one of many commands. */
  readonly gatherMs?: number;
}

/** What goes through the queue as one: a single command, or a group that shares its transaction with `finish`. */
interface Work {
  readonly calls: readonly CommandCall[];
  readonly finish?: (tx: Transaction) => Promise<void>;
  readonly deadline: number;
  readonly size: number;
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: Error) => void;
}

/** Answers the transaction's id, which decides its fate should the connection be lost, and by our own clock (ms) when it had certainly begun. */
const begin = async (client: pg.ClientBase): Promise<{ txid: string; begunAt: number }> => {
  // Two statements, two results.
  const [, ids] = (await client.query('begin; select pg_current_xact_id()::text as txid')) as unknown as [
    unknown,
    pg.QueryResult<{ txid: string }>,
  ];
  return { txid: ids.rows[0]!.txid, begunAt: steadyNow() };
};

const earliestDeadline = (all: readonly { readonly deadline: number }[]): number =>
  all.reduce((earliest, { deadline }) => Math.min(earliest, deadline), Number.POSITIVE_INFINITY);

const isWorthAnotherTry = (error: unknown) => isRetryable(error) || isKeyTaken(error) || error instanceof LogLossError;
const unavailable = () => new Refusal('unavailable', undefined, { retryAfter: 1 });

const sizeOf = (input: unknown): number => {
  let size = 200;
  if (input && typeof input === 'object')
    for (const value of Object.values(input)) if (typeof value === 'string') size += value.length;
  return size;
};

/**
 * The one way to change a service's state. Commands that arrived while the previous commit ran form the next batch: one
 * transaction, no timer but behind a batch of many callers. A command is answered after its commit; what was refused as unavailable is applied before its
 * deadline or never.
 */
export class CommandPipeline {
  readonly #options: PipelineOptions;
  readonly #store: BatchStore;
  readonly #queue: Work[] = [];
  #queuedCommands = 0;
  #isRunning = false;
  readonly #stopping = new AbortController();
  readonly #gathering: GatheringBatch;
  #whenIdle: (() => void) | undefined;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#gathering = new GatheringBatch(this.#stopping.signal, options.gatherMs);
    this.#store = {
      ...options,
      clock: options.clock ?? (() => new Date()),
      idempotencySecret: createSecretKey(options.idempotencySecret),
    };
  }

  /** Commands that wait for a batch. */
  get queued(): number {
    return this.#queuedCommands;
  }

  /** @throws Refusal as decided, `unavailable` when it cannot be applied in time, `internal` when it broke. */
  async execute<Input, Result>(
    definition: CommandDefinition<Input, Result>,
    input: Input,
    context: CommandContext,
  ): Promise<Result> {
    const call = { definition, input, context } as CommandCall;
    const [outcome] = await this.#enqueue([call], context.deadline, undefined);
    if (!outcome) throw new Refusal('internal');
    if (!outcome.ok) throw outcome.refusal;
    return outcome.result as Result;
  }

  /**
   * Runs the calls in one transaction together with `finish`. Refusals are outcomes.
   * @throws the database's error when the group cannot be applied, `unavailable` at the earliest deadline.
   */
  executeGroup(calls: readonly CommandCall[], finish: (tx: Transaction) => Promise<void>): Promise<readonly Outcome[]> {
    const deadline = Math.min(earliestDeadline(calls.map(({ context }) => context)), steadyNow() + 30_000);
    return this.#enqueue(calls, deadline, finish);
  }

  /** Takes nothing new and finishes what is queued. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#isRunning) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
  }

  #enqueue(calls: readonly CommandCall[], deadline: number, finish: Work['finish']): Promise<readonly Outcome[]> {
    if (this.#stopping.signal.aborted || this.#queuedCommands >= maxQueuedCommands || deadline <= steadyNow())
      return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const size = calls.reduce((sum, call) => sum + sizeOf(call.input), 0);
      this.#queue.push({ calls, deadline, size, resolve, reject, ...(finish && { finish }) });
      this.#queuedCommands += calls.length;
      this.#gathering.arrived(this.#queuedCommands);
      if (this.#isRunning) return;
      this.#isRunning = true;
      // One turn later: all calls of a message that is being read now belong to the same batch.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      await this.#runAll(batch);
      await this.#gathering.after(batch.length, this.#queuedCommands);
    }
    this.#isRunning = false;
    this.#whenIdle?.();
  }

  #nextBatch(): Work[] {
    let commands = 0;
    let size = 0;
    let count = 0;
    for (const work of this.#queue) {
      if (count > 0 && (commands + work.calls.length > maxBatchCommands || size + work.size > maxBatchSize)) break;
      commands += work.calls.length;
      size += work.size;
      count += 1;
    }
    this.#queuedCommands -= commands;
    return this.#queue.splice(0, count);
  }

  /** Applies the works, together when possible; what takes too long together and an unforeseen abort are found by halving. Never throws. */
  async #runAll(works: Work[]): Promise<void> {
    let waiting = works;
    for (;;) {
      waiting = this.#dropExpired(waiting, steadyNow());
      if (waiting.length === 0) return;
      let result: BatchResult;
      try {
        result = await this.#commit(waiting);
      } catch (error) {
        if (isDeadlinePassed(error)) {
          waiting = this.#dropExpired(waiting, earliestDeadline(waiting));
        } else if (waiting.length > 1 && (tookTooLong(error) || !isWorthAnotherTry(error))) {
          const half = Math.ceil(waiting.length / 2);
          await this.#runAll(waiting.slice(0, half));
          await this.#runAll(waiting.slice(half));
          return;
        } else if (waiting[0]!.finish && tookTooLong(error)) {
          // Its owner makes smaller groups of it.
          waiting[0]!.reject(error as Error);
          return;
        } else if (isWorthAnotherTry(error)) {
          await pause(error instanceof LogLossError ? lossPauseMs : retryPauseMs);
        } else {
          this.#fail(waiting[0]!, error as Error);
          return;
        }
        continue;
      }
      this.#answer(waiting, result);
      return;
    }
  }

  /** One transaction. Throws only when it has certainly not been committed. */
  async #commit(works: readonly Work[]): Promise<BatchResult> {
    const client = await this.#options.pool.connect();
    let isBroken = false;
    let failure: unknown;
    let inDoubt: { readonly txid: string; readonly result: BatchResult; readonly proof: CommitProof } | undefined;
    try {
      const checking = this.#options.guard?.before(client);
      if (checking) await checking;
      const batch = new Batch(
        this.#store,
        prepared(client),
        works.flatMap((work) => work.calls),
        works.some((work) => work.finish),
      );
      const flight = new Flight();
      const beginning = begin(client);
      flight.add(beginning);
      flight.add(batch.load());
      await flight.landed();
      const { txid, begunAt } = await beginning;
      const result = await batch.run();
      for (const work of works) await work.finish?.(client);
      const deadline = earliestDeadline(works);
      // Our own clock is asked too: PostgreSQL's may have been set back since the transaction began.
      const leftMs = steadyNow() < deadline ? deadline - begunAt : 0;
      if (result.proof) inDoubt = { txid, result, proof: result.proof };
      // Division by zero when the deadline has passed: then the commit behind it is not reached. The server counts from the transaction's
      // beginning, since its clock may be another than that of whoever has set the deadline.
      await client.query(`select 1 / (clock_timestamp() < now() + interval '${leftMs} milliseconds')::int; commit`);
      return result;
    } catch (error) {
      failure = error;
      isBroken = isConnectionLoss(error);
      if (!isBroken) {
        inDoubt = undefined;
        await client.query('rollback').catch(() => (isBroken = true));
        isBroken ||= isReadOnly(error);
      }
    } finally {
      client.release(isBroken);
    }
    if (inDoubt && (await fateOf(this.#options.pool, inDoubt.txid, inDoubt.proof)) === 'committed')
      return inDoubt.result;
    throw failure;
  }

  /** What is committed is answered: nothing that goes wrong on the way may have it decided again. */
  #answer(works: readonly Work[], result: BatchResult): void {
    this.#afterCommit(() => this.#options.onBatch?.(result.outcomes.length));
    if (result.events.length > 0) this.#afterCommit(() => this.#options.nudge());
    for (const message of result.live) this.#afterCommit(() => this.#options.publish(message));
    let from = 0;
    for (const work of works) {
      work.resolve(result.outcomes.slice(from, from + work.calls.length));
      from += work.calls.length;
    }
  }

  #afterCommit(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#options.log.error({ err: error }, 'A batch is committed, but something behind the commit failed');
    }
  }

  #dropExpired(works: Work[], instant: number): Work[] {
    const alive = works.filter((work) => work.deadline > instant);
    for (const work of works) if (work.deadline <= instant) work.reject(unavailable());
    return alive;
  }

  #fail(work: Work, error: Error): void {
    const { definition, context } = work.calls[0] ?? {};
    this.#options.log.error(
      { err: error, command: definition?.type, correlationId: context?.correlationId },
      'A command could not be applied',
    );
    // A group's owner (a consumer) looks at the error itself; a caller learns no internals, but whether it is worth another try.
    work.reject(work.finish ? error : isOutage(error) ? unavailable() : new Refusal('internal'));
  }
}
