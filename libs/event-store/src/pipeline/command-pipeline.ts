import { createSecretKey } from 'node:crypto';
import { Refusal, steadyNow, unavailable } from '@hearsay/contracts';
import type pg from 'pg';
import { type AppendGuard, LogLossError } from '../relay/log-loss.js';
import { runCommit } from '../runtime/commits.js';
import type { Transaction } from '../runtime/connections.js';
import {
  HaltingError,
  isConnectionLoss,
  isOutage,
  isReadOnlyError,
  isRetryable,
  isTimeoutError,
  sqlStateOf,
} from '../runtime/failures.js';
import { Alarm, pause } from '../runtime/pause.js';
import { Batch, type BatchResult, type BatchStore } from './batch.js';
import { isDuplicateKeyError } from './command-results.js';
import type { CommandCall, CommandContext, CommandDefinition, LiveMessage, Outcome } from './commands.js';
import { SentStatements, withPreparedStatements } from './sent-statements.js';
import { type CommitProof, findTransactionFate } from './transaction-fate.js';

const maxBatchCommands = 500;
/** Maximum number of characters in all inputs of a batch. */
const maxBatchSize = 1_000_000;
const maxQueuedCommands = 10_000;
/** After a batch of this many callers, the next batch waits for more commands. */
const manyCallers = 16;
const maxGathered = 256;
const longestGatherMs = 20;
const retryPauseMs = 50;
/** How often deadlines are checked while it is unknown whether a batch was committed. */
const refuseEveryMs = 100;
/** The pause before a retry while the log lacks events that other processes have read. */
const lossPauseMs = 500;

export interface PipelineOptions extends Omit<BatchStore, 'idempotencySecret'> {
  readonly idempotencySecret: Buffer;
  /**
   * A pool in pg's `pipeline` mode. One connection runs batches. Other connections look up results, and find out
   * whether a batch was committed.
   */
  readonly pool: pg.Pool;
  readonly guard?: Pick<AppendGuard, 'beforeAppend'>;
  readonly publish: (message: LiveMessage) => void;
  readonly nudge: () => void;
  readonly onBatch?: (commands: number) => void;
  readonly gatherMs?: number;
}

interface Work {
  readonly calls: readonly CommandCall[];
  readonly finish: ((tx: Transaction) => Promise<void>) | undefined;
  readonly deadline: number;
  readonly size: number;
  readonly resolve: (outcomes: readonly Outcome[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Begins a transaction. By `txid` the pipeline later finds out whether the transaction was committed. `begunAt` is
 * `steadyNow()` just after the begin.
 */
const begin = async (client: pg.ClientBase): Promise<{ txid: string; begunAt: number }> => {
  const [, ids] = (await client.query('begin; select pg_current_xact_id()::text as txid')) as unknown as [
    unknown,
    pg.QueryResult<{ txid: string }>,
  ];
  return { txid: ids.rows[0]!.txid, begunAt: steadyNow() };
};

const earliestDeadline = (all: readonly { readonly deadline: number }[]): number =>
  all.reduce((earliest, { deadline }) => Math.min(earliest, deadline), Number.POSITIVE_INFINITY);

/** SQLSTATE of a division by zero. A commit after its deadline causes this error on purpose. */
const deadlinePassed = '22012';
const isWorthAnotherTry = (error: unknown) =>
  isRetryable(error) || isDuplicateKeyError(error) || error instanceof LogLossError;

const sizeOf = ({ input }: CommandCall): number => 200 + (JSON.stringify(input)?.length ?? 0);

/**
 * Commands that arrive during a commit form the next batch, which is one transaction. A command is answered after its
 * commit. A command that is refused as unavailable may still be applied, but only before its deadline.
 */
export class CommandPipeline {
  readonly #options: PipelineOptions;
  readonly #store: BatchStore;
  readonly #queue: Work[] = [];
  #queuedCommands = 0;
  #running: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  readonly #gathered = new Alarm();
  #enough = maxGathered;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#store = {
      ...options,
      idempotencySecret: createSecretKey(options.idempotencySecret),
    };
  }

  /** Number of commands that wait for a batch. */
  get queued(): number {
    return this.#queuedCommands;
  }

  /** @throws the decision's refusal, `unavailable` if not applied in time, `internal` if the command's code fails */
  async execute<Input, Result>(
    definition: CommandDefinition<Input, Result>,
    input: Input,
    context: CommandContext,
  ): Promise<Result> {
    const call = { definition, input, context } as CommandCall;
    const [outcome] = await this.#enqueue([call], context.deadline, undefined);
    if (!outcome?.ok) throw outcome?.refusal ?? new Refusal('internal');
    return outcome.result as Result;
  }

  /**
   * Runs the calls and `finish` in one transaction. Refusals are returned as outcomes. An error in a decision rejects
   * the whole group.
   * @throws the database's error if the group cannot be applied, `unavailable` at the earliest deadline
   */
  executeGroup(calls: readonly CommandCall[], finish: (tx: Transaction) => Promise<void>): Promise<readonly Outcome[]> {
    const deadline = Math.min(earliestDeadline(calls.map(({ context }) => context)), steadyNow() + 30_000);
    const strict = calls.map((call) => ({ ...call, isStrict: true as const }));
    return this.#enqueue(strict, deadline, finish);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#gathered.ring();
    await this.#running;
  }

  #enqueue(calls: readonly CommandCall[], deadline: number, finish: Work['finish']): Promise<readonly Outcome[]> {
    if (this.#stopping.signal.aborted || this.#queuedCommands >= maxQueuedCommands || deadline <= steadyNow())
      return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const size = calls.reduce((sum, call) => sum + sizeOf(call), 0);
      this.#queue.push({ calls, deadline, size, resolve, reject, finish });
      this.#queuedCommands += calls.length;
      if (this.#queuedCommands >= this.#enough) this.#gathered.ring();
      this.#running ??= this.#drain();
    });
  }

  async #drain(): Promise<void> {
    // The batch begins in the next turn of the event loop, so that all calls of a message share it.
    await new Promise(setImmediate);
    while (this.#queue.length > 0) {
      const batch = this.#nextBatch();
      await this.#runWorks(batch);
      await this.#gather(batch.length);
    }
    this.#running = undefined;
  }

  /**
   * A batch costs as much as about thirty commands. So after a batch of many callers, the next batch waits until the
   * same number of new commands has arrived. A service with few callers never waits. PostgreSQL's `commit_delay` does
   * the same for commits.
   */
  async #gather(callers: number): Promise<void> {
    if (callers < manyCallers || this.#queuedCommands >= maxGathered || this.#stopping.signal.aborted) return;
    this.#enough = Math.min(maxGathered, callers + this.#queuedCommands);
    this.#gathered.silence();
    await this.#gathered.wait(this.#options.gatherMs ?? longestGatherMs);
  }

  #nextBatch(): Work[] {
    let commands = 0;
    let size = 0;
    const end = this.#queue.findIndex((work, index) => {
      commands += work.calls.length;
      size += work.size;
      return index > 0 && (commands > maxBatchCommands || size > maxBatchSize);
    });
    const batch = this.#queue.splice(0, end < 0 ? this.#queue.length : end);
    for (const { calls } of batch) this.#queuedCommands -= calls.length;
    return batch;
  }

  /**
   * Applies a list of `Work`, in one transaction if possible. Halves the list to isolate an item that fails or is too
   * slow. Never throws.
   */
  async #runWorks(works: Work[]): Promise<void> {
    let waiting = works;
    for (;;) {
      waiting = this.#dropExpired(waiting, steadyNow());
      const [first] = waiting;
      if (!first) return;
      try {
        const result = await this.#commit(waiting);
        if (result) this.#answerCommitted(waiting, result);
        else for (const { reject } of waiting) reject(unavailable());
        return;
      } catch (error) {
        if (sqlStateOf(error) === deadlinePassed) {
          waiting = this.#dropExpired(waiting, earliestDeadline(waiting));
          continue;
        }
        if (waiting.length > 1 && (isTimeoutError(error) || !isWorthAnotherTry(error))) {
          const half = Math.ceil(waiting.length / 2);
          await this.#runWorks(waiting.slice(0, half));
          await this.#runWorks(waiting.slice(half));
          return;
        }
        // The consumer that sent this group then halves the group and tries again.
        if (first.finish && isTimeoutError(error)) return first.reject(error as Error);
        if (!isWorthAnotherTry(error)) return this.#rejectWork(first, error as Error);
        await pause(error instanceof LogLossError ? lossPauseMs : retryPauseMs);
      }
    }
  }

  /**
   * Runs one transaction. Returns undefined if the process stops before it knows whether the transaction was committed.
   * Throws only if the transaction was not committed.
   */
  async #commit(works: readonly Work[]): Promise<BatchResult | undefined> {
    const client = await this.#options.pool.connect();
    let isBroken = false;
    let failure: unknown;
    let inDoubt: { readonly txid: string; readonly result: BatchResult; readonly proof: CommitProof } | undefined;
    try {
      const checking = this.#options.guard?.beforeAppend(client);
      if (checking) await checking;
      const calls = works.flatMap((work) => work.calls);
      const isShared = works.some((work) => work.finish);
      const batch = new Batch(this.#store, withPreparedStatements(client), calls, isShared);
      const sent = new SentStatements();
      const beginning = begin(client);
      sent.add(beginning);
      sent.add(batch.load());
      await sent.untilAnswered();
      const { txid, begunAt } = await beginning;
      const result = await batch.run();
      for (const work of works) await work.finish?.(client);
      const deadline = earliestDeadline(works);
      // Also compares this process's clock, because PostgreSQL's clock may have been set back after the begin.
      const leftMs = steadyNow() < deadline ? deadline - begunAt : 0;
      if (result.proof) inDoubt = { txid, result, proof: result.proof };
      // After the deadline the statement divides by zero, so that its commit does not run.
      // The server measures from the transaction's begin, because its clock may differ from the deadline's.
      const isInTime = `clock_timestamp() < now() + interval '${leftMs} milliseconds'`;
      await runCommit(client, `select 1 / (${isInTime})::int; commit`);
      return result;
    } catch (error) {
      failure = error;
      isBroken = isConnectionLoss(error);
      if (!isBroken) {
        inDoubt = undefined;
        await client.query('rollback').catch(() => (isBroken = true));
        isBroken ||= isReadOnlyError(error);
      }
    } finally {
      client.release(isBroken);
    }
    const fate = inDoubt && (await this.#findFate(works, inDoubt.txid, inDoubt.proof));
    if (fate === 'unknown') return undefined;
    if (inDoubt && fate === 'committed') return inDoubt.result;
    throw failure;
  }

  /**
   * Finds out whether a batch was committed. No other batch runs in the meantime, because the transaction in question
   * may still hold its locks.
   */
  async #findFate(works: readonly Work[], txid: string, proof: CommitProof) {
    const refusing = setInterval(() => {
      this.#dropExpired([...works, ...this.#queue], steadyNow());
    }, refuseEveryMs);
    try {
      return await findTransactionFate(this.#options.pool, txid, proof, this.#stopping.signal);
    } finally {
      clearInterval(refusing);
    }
  }

  /** Answers committed commands. An error here must not make them run again. */
  #answerCommitted(works: readonly Work[], { outcomes, events, live }: BatchResult): void {
    const { onBatch, nudge, publish } = this.#options;
    try {
      onBatch?.(outcomes.length);
      for (const message of live) publish(message);
      if (events.length > 0) nudge();
    } catch (error) {
      this.#options.log.error({ err: error }, 'A batch is committed, but something behind the commit failed');
    }
    let from = 0;
    for (const { resolve, calls } of works) {
      resolve(outcomes.slice(from, from + calls.length));
      from += calls.length;
    }
  }

  /** Rejects works whose deadline has passed, and returns the others. */
  #dropExpired(works: Work[], instant: number): Work[] {
    for (const work of works) if (work.deadline <= instant) work.reject(unavailable());
    return works.filter((work) => work.deadline > instant);
  }

  #rejectWork({ calls: [call], finish, reject }: Work, error: Error): void {
    const details = { err: error, command: call?.definition.type, correlationId: call?.context.correlationId };
    this.#options.log.error(details, 'A command could not be applied');
    // A consumer gets the error itself. A caller learns only whether a retry may help, perhaps in another process.
    const isRetried = isOutage(error) || error instanceof HaltingError;
    reject(finish ? error : isRetried ? unavailable(error) : new Refusal('internal'));
  }
}
