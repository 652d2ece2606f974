import { type KeyObject, randomUUID } from 'node:crypto';
import { Refusal, shardOf } from '@hearsay/contracts';
import type { AppendedEvent, NewEvent, Transaction } from '../log/events.js';
import { keepResults, payloadHash, resultKey, resultsUnder } from './command-results.js';
import type {
  AggregateDefinition,
  BatchView,
  CommandCall,
  Decision,
  DecisionContext,
  LiveMessage,
  Loaded,
  ReadModel,
  RowWriter,
} from './commands.js';

export type Outcome = { readonly ok: true; readonly result: unknown } | { readonly ok: false; readonly refusal: Refusal };

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

interface PlannedCall {
  readonly call: CommandCall;
  readonly context: DecisionContext;
  readonly aggregates: Readonly<Record<string, readonly string[]>>;
  readonly claims: readonly string[];
  readonly key: Buffer | undefined;
  readonly keyHex: string | undefined;
  readonly payloadHash: Buffer | undefined;
  outcome: Outcome | undefined;
  /** Answered from an earlier transaction: nothing of it is to be stored again. */
  isRepeat?: boolean;
}

export interface BatchResult {
  readonly outcomes: readonly Outcome[];
  readonly events: readonly AppendedEvent[];
  readonly live: readonly LiveMessage[];
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const refuse = (refusal: Refusal): Outcome => ({ ok: false, refusal });

/**
 * Runs commands inside one open transaction: takes claims, heads and keys in one order, decides in the order given, appends
 * and projects once for all of them. Throws only when something unforeseen aborts the transaction.
 */
export class Batch {
  readonly #store: BatchStore;
  readonly #tx: Transaction;
  readonly #planned: PlannedCall[];
  readonly #instances = new Map<AggregateDefinition, Map<string, Loaded<unknown>>>();
  readonly #changed = new Map<AggregateDefinition, Set<string>>();
  readonly #takenClaims = new Set<string>();
  readonly #heldClaims = new Map<string, PlannedCall>();
  readonly #events: AppendedEvent[] = [];
  readonly #rows = new Map<string, object[]>();
  readonly #live: LiveMessage[] = [];
  readonly #latestLive = new Map<string, LiveMessage>();
  readonly #liveItems = new Map<string, Map<string, object>>();
  readonly #acceptedByKey = new Map<string, PlannedCall>();

  constructor(store: BatchStore, tx: Transaction, calls: readonly CommandCall[]) {
    this.#store = store;
    this.#tx = tx;
    this.#planned = calls.map((call) => this.#plan(call));
  }

  async run(): Promise<BatchResult> {
    await this.#answerRepeats();
    await this.#takeClaims();
    await this.#lock();
    for (const planned of this.#planned) if (!planned.outcome) this.#decide(planned);
    await this.#answerLateRepeats();
    await this.#append();
    for (const [aggregate, keys] of this.#changed) {
      if (!aggregate.save) continue;
      const loaded = this.#instances.get(aggregate)!;
      await aggregate.save(this.#tx, new Map([...keys].sort(byText).map((key) => [key, loaded.get(key)!])));
    }
    for (const [name, rows] of this.#rows) await this.#writer(name)(this.#tx, rows);
    await this.#project();
    await this.#settle();
    return {
      outcomes: this.#planned.map((planned) => planned.outcome!),
      events: this.#events,
      live: [
        ...this.#live,
        ...this.#latestLive.values(),
        ...[...this.#liveItems].map(([subject, items]) => ({ subject, data: { items: [...items.values()] } })),
      ],
    };
  }

  #plan(call: CommandCall): PlannedCall {
    const context = { now: call.context.now ?? this.#store.clock().toISOString(), accountId: call.context.accountId };
    const key =
      call.context.idempotencyKey === undefined ? undefined : resultKey(this.#store.idempotencySecret, call.context, call.definition.type);
    const base = {
      call,
      context,
      key,
      keyHex: key?.toString('hex'),
      payloadHash: key && payloadHash(this.#store.idempotencySecret, call.context.payload ?? call.input),
    };
    try {
      const plan = call.definition.plan(call.input, context);
      return { ...base, aggregates: plan.aggregates, claims: plan.claims ?? [], outcome: undefined };
    } catch (error) {
      return { ...base, aggregates: {}, claims: [], outcome: this.#refusalOf(error, call) };
    }
  }

  /** Commands whose key has a result are answered with it; equal keys inside the batch share one decision. */
  async #answerRepeats(): Promise<void> {
    const keyed = this.#planned.filter((planned) => !planned.outcome);
    await this.#answerFromResults(keyed);
  }

  /**
   * A refusal may come of the very command that it repeats: another process has committed that while this batch waited for its locks.
   * Then the first result is the answer.
   */
  async #answerLateRepeats(): Promise<void> {
    await this.#answerFromResults(this.#planned.filter(({ outcome, isRepeat }) => outcome && !outcome.ok && !isRepeat));
  }

  async #answerFromResults(asking: readonly PlannedCall[]): Promise<void> {
    const keys = new Map<string, Buffer>();
    for (const { key, keyHex } of asking) if (key && keyHex !== undefined) keys.set(keyHex, key);
    if (keys.size === 0) return;
    const kept = await resultsUnder(this.#tx, [...keys.values()]);
    if (kept.size === 0) return;
    for (const planned of asking) {
      const stored = planned.keyHex === undefined ? undefined : kept.get(planned.keyHex);
      if (!stored) continue;
      planned.isRepeat = true;
      planned.outcome = stored.payloadHash.equals(planned.payloadHash!)
        ? { ok: true, result: stored.result }
        : refuse(new Refusal('key_reused'));
    }
  }

  async #takeClaims(): Promise<void> {
    const wanted = new Set<string>();
    for (const planned of this.#planned) if (!planned.outcome) for (const claim of planned.claims) wanted.add(claim);
    if (wanted.size === 0) return;
    const taken = await this.#tx.query<{ key: string }>(
      'insert into claims (key) select unnest($1::text[]) on conflict do nothing returning key',
      [[...wanted].sort(byText)],
    );
    for (const row of taken.rows) this.#takenClaims.add(row.key);
  }

  async #lock(): Promise<void> {
    for (const aggregate of this.#store.aggregates) {
      const keys = new Set<string>();
      for (const planned of this.#planned) if (!planned.outcome) for (const key of planned.aggregates[aggregate.name] ?? []) keys.add(key);
      if (keys.size > 0) this.#instances.set(aggregate, await aggregate.load(this.#tx, [...keys].sort(byText)));
    }
  }

  #decide(planned: PlannedCall): void {
    const twin = planned.keyHex === undefined ? undefined : this.#acceptedByKey.get(planned.keyHex);
    if (twin) {
      planned.isRepeat = true;
      planned.outcome = twin.payloadHash!.equals(planned.payloadHash!) ? twin.outcome : refuse(new Refusal('key_reused'));
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
      if (all) all.push(...rows);
      else this.#rows.set(name, [...rows]);
    }
    for (const message of decision.live ?? []) {
      if (message.itemKey !== undefined) this.#addLiveItem(message.subject, message.itemKey, message.data);
      else if (message.isLatestOnly) this.#latestLive.set(message.subject, message);
      else this.#live.push(message);
    }
    planned.outcome = { ok: true, result: decision.result };
    if (planned.keyHex !== undefined) this.#acceptedByKey.set(planned.keyHex, planned);
  }

  #addLiveItem(subject: string, key: string, data: object): void {
    const items = this.#liveItems.get(subject);
    if (items) items.set(key, data);
    else this.#liveItems.set(subject, new Map([[key, data]]));
  }

  #viewFor(planned: PlannedCall): BatchView {
    return {
      state: <S>(aggregate: AggregateDefinition<S>, key: string) => this.#instance(aggregate as AggregateDefinition, key).state as S,
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

  async #append(): Promise<void> {
    const events = this.#events;
    if (events.length === 0) return;
    await this.#tx.query({
      name: 'append-events',
      text: `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
             select (select epoch from store_epoch), e.event_id, e.stream, e.version, e.type, e.schema_version, e.shard, e.data, e.meta
             from unnest($1::uuid[], $2::text[], $3::int[], $4::text[], $5::smallint[], $6::smallint[], $7::jsonb[], $8::jsonb[])
               with ordinality as e (event_id, stream, version, type, schema_version, shard, data, meta, place)
             order by e.place`,
      values: [
        events.map((event) => event.eventId),
        events.map((event) => event.stream),
        events.map((event) => event.version),
        events.map((event) => event.type),
        events.map((event) => event.schemaVersion),
        events.map((event) => event.shard),
        events.map((event) => JSON.stringify(event.data)),
        events.map((event) => JSON.stringify(event.meta)),
      ],
    });
  }

  async #project(): Promise<void> {
    for (const model of this.#store.readModels) {
      const events = this.#events.filter((event) => model.events.some(({ type }) => type === event.type));
      if (events.length > 0) await model.apply(this.#tx, events);
    }
  }

  async #settle(): Promise<void> {
    const unused = [...this.#takenClaims].filter((claim) => !this.#heldClaims.has(claim));
    if (unused.length > 0) await this.#tx.query('delete from claims where key = any($1)', [unused]);
    const accepted = [...this.#acceptedByKey.values()].map(({ key, payloadHash, outcome }) => ({
      key: key!,
      payloadHash: payloadHash!,
      result: outcome?.ok ? outcome.result : null,
    }));
    if (accepted.length > 0) await keepResults(this.#tx, accepted);
  }

  #writer(name: string): RowWriter {
    const writer = this.#store.writers[name];
    if (!writer) throw new Error(`No writer for rows named ${name}`);
    return writer;
  }

  /** A decision that breaks is a fault of that command alone: it is answered, the batch goes on. */
  #refusalOf(error: unknown, call: CommandCall): Outcome {
    if (error instanceof Refusal) return refuse(error);
    this.#store.log.error({ err: error, command: call.definition.type, correlationId: call.context.correlationId }, 'A decision failed');
    return refuse(new Refusal('internal'));
  }
}
