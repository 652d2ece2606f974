import { type KeyObject, randomUUID } from 'node:crypto';
import { Refusal, shardOf } from '@hearsay/contracts';
import type { AppendedEvent, NewEvent, Transaction } from '../log/events.js';
import { appendEvents, eventProof } from './append-events.js';
import { type KeptResult, keepResults, markProof, newMark } from './command-results.js';
import type {
  AggregateDefinition,
  BatchView,
  CommandCall,
  Decision,
  LiveMessage,
  Loaded,
  ReadModel,
  RowWriter,
} from './commands.js';
import { Flight } from './flight.js';
import { LiveGathering } from './live-gathering.js';
import { answerFromResults, type Outcome, type PlannedCall, planCall, repeatOutcome } from './planned-call.js';
import type { CommitProof } from './transaction-fate.js';

export interface BatchStore {
  /** In lock order. */
  readonly aggregates: readonly AggregateDefinition[];
  readonly readModels: readonly ReadModel[];
  readonly writers: Readonly<Record<string, RowWriter>>;
  /** As an object: Node takes four times as long to make an HMAC with a key of bytes. */
  readonly idempotencySecret: KeyObject;
  readonly clock: () => Date;
  readonly log: { error(details: object, text: string): void };
}

export interface BatchResult {
  readonly outcomes: readonly Outcome[];
  readonly events: readonly AppendedEvent[];
  readonly live: readonly LiveMessage[];
  /** Tells whether the transaction has been committed; there is none for one that has written nothing. */
  readonly proof: CommitProof | undefined;
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Runs commands inside one open transaction: takes claims, heads and keys in one order, decides in the order given, appends
 * and projects once for all of them. Throws only when something unforeseen aborts the transaction.
 */
export class Batch {
  readonly #store: BatchStore;
  readonly #tx: Transaction;
  readonly #isShared: boolean;
  readonly #planned: PlannedCall[];
  readonly #instances = new Map<AggregateDefinition, Map<string, Loaded<unknown>>>();
  readonly #changed = new Map<AggregateDefinition, Set<string>>();
  readonly #takenClaims = new Set<string>();
  readonly #heldClaims = new Map<string, PlannedCall>();
  readonly #events: AppendedEvent[] = [];
  readonly #rows = new Map<string, object[]>();
  readonly #live = new LiveGathering();
  readonly #acceptedByKey = new Map<string, PlannedCall>();

  /** `isShared`: somebody else writes in this transaction as well. */
  constructor(store: BatchStore, tx: Transaction, calls: readonly CommandCall[], isShared: boolean) {
    this.#store = store;
    this.#tx = tx;
    this.#isShared = isShared;
    const { idempotencySecret, clock } = store;
    const refusalOf = (error: unknown, call: CommandCall) => this.#refusalOf(error, call);
    const planning = { idempotencySecret, now: clock().toISOString(), refusalOf };
    this.#planned = calls.map((call) => planCall(call, planning));
  }

  /**
   * Looks for results under the commands' keys, takes their claims and locks and loads what they are about; its first statements are
   * sent at once. What a repeat has claimed is given back at the end, like a refused command's.
   */
  async load(): Promise<void> {
    const flight = new Flight();
    const asking = this.#planned.filter((planned) => !planned.outcome);
    flight.add(answerFromResults(this.#tx, asking));
    flight.add(this.#takeClaims(asking));
    for (const aggregate of this.#store.aggregates) {
      const keys = new Set<string>();
      for (const planned of asking) for (const key of planned.aggregates[aggregate.name] ?? []) keys.add(key);
      if (keys.size === 0) continue;
      flight.add(this.#load(aggregate, [...keys].sort(byText)));
      if (!aggregate.sendsAtOnce) await flight.landed();
    }
    await flight.landed();
  }

  /** Decides what is not answered yet and writes what was decided. */
  async run(): Promise<BatchResult> {
    for (const planned of this.#planned) if (!planned.outcome) this.#decide(planned);
    await this.#answerLateRepeats();
    const flight = new Flight();
    flight.add(appendEvents(this.#tx, this.#events));
    for (const [aggregate, keys] of this.#changed) {
      if (!aggregate.save) continue;
      const loaded = this.#instances.get(aggregate)!;
      flight.add(aggregate.save(this.#tx, new Map([...keys].sort(byText).map((key) => [key, loaded.get(key)!]))));
      await flight.landed();
    }
    for (const [name, rows] of this.#rows) {
      flight.add(this.#writer(name)(this.#tx, rows));
      await flight.landed();
    }
    for (const model of this.#store.readModels) {
      const events = this.#events.filter((event) => model.events.some(({ type }) => type === event.type));
      if (events.length === 0) continue;
      flight.add(model.apply(this.#tx, events));
      if (!model.sendsAtOnce) await flight.landed();
    }
    flight.add(this.#giveClaimsBack());
    const mark = this.#events.length === 0 && this.#writes() ? newMark() : undefined;
    flight.add(this.#keepResults(mark));
    await flight.landed();
    const proof = mark ? markProof(mark) : this.#events[0] && eventProof(this.#events[0]);
    return {
      outcomes: this.#planned.map((planned) => planned.outcome!),
      events: this.#events,
      live: this.#live.messages(),
      proof,
    };
  }

  /**
   * A refusal may come of the very command that it repeats: another process has committed that while this batch waited for its locks.
   * Then the first result is the answer.
   */
  async #answerLateRepeats(): Promise<void> {
    await answerFromResults(
      this.#tx,
      this.#planned.filter(({ outcome, isRepeat }) => outcome && !outcome.ok && !isRepeat),
    );
  }

  async #takeClaims(asking: readonly PlannedCall[]): Promise<void> {
    const wanted = new Set(asking.flatMap((planned) => planned.claims));
    if (wanted.size === 0) return;
    const taken = await this.#tx.query<{ key: string }>(
      'insert into claims (key) select unnest($1::text[]) on conflict do nothing returning key',
      [[...wanted].sort(byText)],
    );
    for (const row of taken.rows) this.#takenClaims.add(row.key);
  }

  async #load(aggregate: AggregateDefinition, keys: readonly string[]): Promise<void> {
    this.#instances.set(aggregate, await aggregate.load(this.#tx, keys));
  }

  #decide(planned: PlannedCall): void {
    const twin = planned.key === undefined ? undefined : this.#acceptedByKey.get(planned.key);
    if (twin) {
      repeatOutcome(planned, { payloadHash: twin.payloadHash! }, twin.outcome);
      return;
    }
    for (const claim of planned.claims) {
      if (this.#takenClaims.has(claim) && !this.#heldClaims.has(claim)) this.#heldClaims.set(claim, planned);
    }
    let decision: Decision<unknown>;
    try {
      decision = planned.call.definition.decide(planned.call.input, this.#viewFor(planned), planned.context);
    } catch (error) {
      planned.outcome = this.#refusalOf(error, planned.call);
      for (const claim of planned.claims) if (this.#heldClaims.get(claim) === planned) this.#heldClaims.delete(claim);
      return;
    }
    for (const event of decision.events) this.#evolve(planned, event);
    for (const [name, rows] of Object.entries(decision.rows ?? {})) {
      const all = this.#rows.get(name);
      if (all) for (const row of rows) all.push(row);
      else this.#rows.set(name, [...rows]);
    }
    for (const message of decision.live ?? []) this.#live.add(message);
    planned.outcome = { ok: true, result: decision.result };
    if (planned.key !== undefined) this.#acceptedByKey.set(planned.key, planned);
  }

  #viewFor(planned: PlannedCall): BatchView {
    return {
      state: <S>(aggregate: AggregateDefinition<S>, key: string) =>
        this.#instance(aggregate as AggregateDefinition, key).state as S,
      version: (aggregate, key) => this.#instance(aggregate, key).version,
      holds: (claim) => this.#heldClaims.get(claim) === planned,
    };
  }

  #instance(aggregate: AggregateDefinition, key: string): Loaded<unknown> {
    const instance = this.#instances.get(aggregate)?.get(key);
    if (!instance) throw new Error(`The plan did not name ${aggregate.name} ${key}`);
    return instance;
  }

  #evolve(planned: PlannedCall, event: NewEvent): void {
    const aggregate = this.#store.aggregates.find((candidate) => candidate.name === event.aggregate);
    if (!aggregate) throw new Error(`No aggregate ${event.aggregate}`);
    const instance = this.#instance(aggregate, event.key);
    const { type, data, definition } = event;
    instance.version += 1;
    instance.state = aggregate.evolve(instance.state, event);
    let changed = this.#changed.get(aggregate);
    if (!changed) {
      changed = new Set();
      this.#changed.set(aggregate, changed);
    }
    changed.add(event.key);
    for (const touched of event.touches ?? []) {
      const other = this.#store.aggregates.find((candidate) => candidate.name === touched.aggregate);
      if (!other) throw new Error(`No aggregate ${touched.aggregate}`);
      const state = this.#instance(other, touched.key);
      state.state = other.evolve(state.state, event);
    }
    const { correlationId, causationId } = planned.call.context;
    this.#events.push({
      eventId: randomUUID(),
      stream: `${event.aggregate}-${event.key}`,
      version: instance.version,
      type,
      schemaVersion: definition.schemaVersion,
      data,
      meta: {
        occurredAt: planned.context.now,
        actor: event.isAnonymous ? null : planned.context.accountId,
        correlationId: event.isUnlinked ? null : correlationId,
        causationId: event.isUnlinked ? null : (causationId ?? null),
      },
      shard: shardOf(event.routingId),
    });
  }

  async #giveClaimsBack(): Promise<void> {
    const unused = [...this.#takenClaims].filter((claim) => !this.#heldClaims.has(claim));
    if (unused.length > 0) await this.#tx.query('delete from claims where key = any($1)', [unused]);
  }

  #writes(): boolean {
    return this.#isShared || this.#rows.size > 0 || this.#acceptedByKey.size > 0;
  }

  async #keepResults(mark: KeptResult | undefined): Promise<void> {
    const accepted: KeptResult[] = [...this.#acceptedByKey.values()].map(({ key, payloadHash, outcome }) => ({
      key: key!,
      payloadHash: payloadHash!,
      result: outcome?.ok ? outcome.result : null,
    }));
    if (mark) accepted.push(mark);
    if (accepted.length > 0) await keepResults(this.#tx, accepted);
  }

  #writer(name: string): RowWriter {
    const writer = this.#store.writers[name];
    if (!writer) throw new Error(`No writer for rows named ${name}`);
    return writer;
  }

  /** A decision that breaks is a fault of that command alone: it is answered, the batch goes on. */
  #refusalOf(error: unknown, call: CommandCall): Outcome {
    if (error instanceof Refusal) return { ok: false, refusal: error };
    this.#store.log.error(
      { err: error, command: call.definition.type, correlationId: call.context.correlationId },
      'A decision failed',
    );
    return { ok: false, refusal: new Refusal('internal') };
  }
}
