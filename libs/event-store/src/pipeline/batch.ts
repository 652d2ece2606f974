import { type KeyObject, randomUUID } from 'node:crypto';
import { Refusal } from '@hearsay/contracts';
import { appendEvents } from '../log/append-events.js';
import type { AppendedEvent, NewEvent } from '../log/events.js';
import { storedForm } from '../log/versions.js';
import type { Transaction } from '../runtime/connections.js';
import {
  newCommitProof,
  payloadHash,
  type ResultToStore,
  readStoredResults,
  resultKey,
  type StoredResult,
  storeResults,
} from './command-results.js';
import {
  type AggregateDefinition,
  type BatchView,
  type CommandCall,
  type CommandPlan,
  type Decision,
  type DecisionContext,
  type LiveMessage,
  mergeLiveMessages,
  type Outcome,
  type ReadModel,
  type RowWriter,
  type VersionedState,
} from './commands.js';
import { SentStatements } from './sent-statements.js';
import type { CommitProof } from './transaction-fate.js';

export interface BatchStore {
  /** The aggregates in the order in which a batch locks them. */
  readonly aggregates: readonly AggregateDefinition[];
  readonly readModels: readonly ReadModel[];
  readonly writers: Readonly<Record<string, RowWriter>>;
  /** The clock that dates commands, in milliseconds since 1970. Default: the clock of this process. */
  readonly now?: () => number;
  /** A key object, because Node hashes four times faster with a key object than with the key's bytes. */
  readonly idempotencySecret: KeyObject;
  /** Whether every living process can read the newest version of each event. Default: no. */
  readonly isNewestRead?: () => boolean;
  readonly log: { error(details: object, text: string): void };
}

export interface BatchResult {
  readonly outcomes: readonly Outcome[];
  readonly events: readonly AppendedEvent[];
  readonly live: readonly LiveMessage[];
  readonly proof: CommitProof | undefined;
}

interface PlannedCall {
  readonly call: CommandCall;
  readonly context: DecisionContext;
  readonly plan: CommandPlan;
  readonly key: string | undefined;
  readonly payloadHash: string | undefined;
  outcome: Outcome | undefined;
  /** True if the call got the result of an earlier call with the same key. It then stores nothing. */
  isRepeat?: boolean;
}

/**
 * Runs commands in one transaction. It locks claims, heads and keys in a fixed order, and decides the commands in the
 * given order. Throws only if the transaction aborts.
 */
export class Batch {
  readonly #store: BatchStore;
  readonly #tx: Transaction;
  readonly #isShared: boolean;
  readonly #planned: PlannedCall[];
  readonly #instances = new Map<string, Map<string, VersionedState<unknown>>>();
  readonly #changed = new Map<AggregateDefinition, Set<string>>();
  readonly #takenClaims = new Set<string>();
  readonly #heldClaims = new Map<string, PlannedCall>();
  readonly #events: AppendedEvent[] = [];
  /** The events of the batch, in the version for the log. */
  readonly #stored: AppendedEvent[] = [];
  readonly #rows = new Map<string, object[]>();
  readonly #live: LiveMessage[] = [];
  readonly #acceptedByKey = new Map<string, PlannedCall>();

  constructor(store: BatchStore, tx: Transaction, calls: readonly CommandCall[], isShared: boolean) {
    this.#store = store;
    this.#tx = tx;
    this.#isShared = isShared;
    const now = new Date(store.now?.() ?? Date.now()).toISOString();
    this.#planned = calls.map((call) => this.#plan(call, now));
  }

  /** Repeated calls take claims too. Like refused commands, they give their claims back at the end of the batch. */
  async load(): Promise<void> {
    const sent = new SentStatements();
    const asking = this.#planned.filter((planned) => !planned.outcome);
    sent.add(this.#answerFromResults(asking));
    sent.add(this.#takeClaims(asking));
    for (const aggregate of this.#store.aggregates) {
      const { name } = aggregate;
      const keys = [...new Set(asking.flatMap(({ plan }) => plan.aggregates[name] ?? []))].sort();
      if (keys.length === 0) continue;
      sent.add(aggregate.load(this.#tx, keys).then((loaded) => void this.#instances.set(name, loaded)));
      if (!aggregate.sendsAtOnce) await sent.untilAnswered();
    }
    await sent.untilAnswered();
  }

  async run(): Promise<BatchResult> {
    for (const planned of this.#planned) if (!planned.outcome) this.#decide(planned);
    // A call may be refused because its first attempt was committed by another process while this batch waited.
    await this.#answerFromResults(this.#planned.filter(({ outcome, isRepeat }) => outcome?.ok === false && !isRepeat));
    const sent = new SentStatements();
    if (this.#stored.length > 0) sent.add(appendEvents(this.#tx, this.#stored));
    for (const [aggregate, keys] of this.#changed) {
      if (!aggregate.save) continue;
      const loaded = this.#instances.get(aggregate.name)!;
      sent.add(aggregate.save(this.#tx, new Map([...keys].sort().map((key) => [key, loaded.get(key)!]))));
      await sent.untilAnswered();
    }
    for (const [name, rows] of this.#rows) {
      const write = this.#store.writers[name];
      if (!write) throw new Error(`No writer for rows named ${name}`);
      sent.add(write(this.#tx, rows));
      await sent.untilAnswered();
    }
    for (const model of this.#store.readModels) {
      const events = this.#events.filter((event) => model.events.some(({ type }) => type === event.type));
      if (events.length === 0) continue;
      sent.add(model.apply(this.#tx, events));
      if (!model.sendsAtOnce) await sent.untilAnswered();
    }
    const unused = [...this.#takenClaims].filter((claim) => !this.#heldClaims.has(claim));
    if (unused.length > 0) sent.add(this.#tx.query('delete from claims where key = any($1)', [unused]));
    const proof = this.#storeResults(sent);
    await sent.untilAnswered();
    return {
      outcomes: this.#planned.map((planned) => planned.outcome!),
      events: this.#events,
      live: mergeLiveMessages(this.#live),
      proof,
    };
  }

  #plan(call: CommandCall, now: string): PlannedCall {
    const { context, definition, input } = call;
    const { idempotencySecret } = this.#store;
    const planned = {
      call,
      context: { now: context.now ?? now, accountId: context.accountId },
      ...(context.idempotencyKey === undefined
        ? { key: undefined, payloadHash: undefined }
        : {
            key: resultKey(idempotencySecret, context, definition.type),
            payloadHash: payloadHash(idempotencySecret, context.payload ?? input),
          }),
    };
    try {
      return { ...planned, plan: definition.plan(input, planned.context), outcome: undefined };
    } catch (error) {
      return { ...planned, plan: { aggregates: {} }, outcome: this.#outcomeOfError(error, call) };
    }
  }

  /** Answers calls whose idempotency key has a stored result. Other calls keep their outcome. */
  async #answerFromResults(asking: readonly PlannedCall[]): Promise<void> {
    const keys = new Set(asking.flatMap(({ key }) => key ?? []));
    if (keys.size === 0) return;
    const kept = await readStoredResults(this.#tx, [...keys]);
    for (const planned of asking) {
      const stored = planned.key === undefined ? undefined : kept.get(planned.key);
      if (stored) repeat(planned, stored, { ok: true, result: stored.result });
    }
  }

  /** Inserts the claims that these calls plan. Claims that already exist are not taken. */
  async #takeClaims(asking: readonly PlannedCall[]): Promise<void> {
    const wanted = new Set(asking.flatMap(({ plan }) => plan.claims ?? []));
    if (wanted.size === 0) return;
    const taken = await this.#tx.query<{ key: string }>(
      'insert into claims (key) select unnest($1::text[]) on conflict do nothing returning key',
      [[...wanted].sort()],
    );
    for (const row of taken.rows) this.#takenClaims.add(row.key);
  }

  #decide(planned: PlannedCall): void {
    const { call, context, key } = planned;
    const twin = key === undefined ? undefined : this.#acceptedByKey.get(key);
    if (twin) {
      repeat(planned, { payloadHash: twin.payloadHash! }, twin.outcome);
      return;
    }
    const claims = (planned.plan.claims ?? []).filter(
      (claim) => this.#takenClaims.has(claim) && !this.#heldClaims.has(claim),
    );
    for (const claim of claims) this.#heldClaims.set(claim, planned);
    let decision: Decision<unknown>;
    try {
      decision = call.definition.decide(call.input, this.#batchViewFor(planned), context);
    } catch (error) {
      planned.outcome = this.#outcomeOfError(error, call);
      for (const claim of claims) this.#heldClaims.delete(claim);
      return;
    }
    for (const event of decision.events) this.#evolve(planned, event);
    for (const [name, rows] of Object.entries(decision.rows ?? {})) {
      const all = this.#rows.get(name);
      if (all) for (const row of rows) all.push(row);
      else this.#rows.set(name, [...rows]);
    }
    this.#live.push(...(decision.live ?? []));
    planned.outcome = { ok: true, result: decision.result };
    if (key !== undefined) this.#acceptedByKey.set(key, planned);
  }

  #batchViewFor(planned: PlannedCall): BatchView {
    return {
      state: <S>({ name }: AggregateDefinition<S>, key: string) => this.#instance(name, key).state as S,
      holds: (claim) => this.#heldClaims.get(claim) === planned,
    };
  }

  #instance(aggregate: string, key: string): VersionedState<unknown> {
    const instance = this.#instances.get(aggregate)?.get(key);
    if (!instance) throw new Error(`The plan did not name ${aggregate} ${key}`);
    return instance;
  }

  #evolve(planned: PlannedCall, decided: NewEvent): void {
    const { event, stored } = storedForm(decided, this.#store.isNewestRead?.() ?? false);
    const evolved = [event, ...(event.touches ?? [])].map(({ aggregate, key }) => {
      const definition = this.#store.aggregates.find(({ name }) => name === aggregate);
      if (!definition) throw new Error(`No aggregate ${aggregate}`);
      const instance = this.#instance(aggregate, key);
      instance.state = definition.evolve(instance.state, event);
      return { definition, instance };
    });
    const { definition, instance } = evolved[0]!;
    instance.version += 1;
    const changed = this.#changed.get(definition) ?? new Set();
    this.#changed.set(definition, changed.add(event.key));
    const { correlationId, causationId } = planned.call.context;
    const appended = {
      eventId: randomUUID(),
      stream: `${event.aggregate}-${event.key}`,
      version: instance.version,
      type: event.type,
      schemaVersion: event.definition.schemaVersion,
      data: event.data,
      meta: {
        occurredAt: planned.context.now,
        actor: event.isAnonymous ? null : planned.context.accountId,
        correlationId: event.isUnlinked ? null : correlationId,
        causationId: event.isUnlinked ? null : (causationId ?? null),
      },
    };
    this.#events.push(appended);
    this.#stored.push(stored ? { ...appended, ...stored } : appended);
  }

  /** Returns a query that finds a row of this transaction after a lost commit. Undefined if nothing is written. */
  #storeResults(sent: SentStatements): CommitProof | undefined {
    const results: ResultToStore[] = [...this.#acceptedByKey.values()].map(({ key, payloadHash, outcome }) => ({
      key: key!,
      payloadHash: payloadHash!,
      result: outcome?.ok ? outcome.result : null,
    }));
    const [first] = this.#events;
    const writes = this.#isShared || this.#rows.size > 0 || results.length > 0;
    const proof = !first && writes ? newCommitProof() : undefined;
    if (proof) results.push(proof);
    if (results.length > 0) sent.add(storeResults(this.#tx, results));
    if (proof) return { text: `select 1 from command_results where key = decode($1, 'hex')`, values: [proof.key] };
    return (
      first && {
        text: 'select 1 from events where stream = $1 and version = $2 and event_id = $3',
        values: [first.stream, first.version, first.eventId],
      }
    );
  }

  /** An error in one decision fails only that command. The batch continues. */
  #outcomeOfError(error: unknown, { definition: { type }, context, isStrict }: CommandCall): Outcome {
    if (error instanceof Refusal) return { ok: false, refusal: error };
    // The driver's text is only in `cause`, so that this error does not look like an outage.
    if (isStrict) throw new Error(`The command ${type} broke`, { cause: error });
    this.#store.log.error({ err: error, command: type, correlationId: context.correlationId }, 'A decision failed');
    return { ok: false, refusal: new Refusal('internal') };
  }
}

const repeat = (
  planned: PlannedCall,
  stored: Pick<StoredResult, 'payloadHash'>,
  outcome: Outcome | undefined,
): void => {
  planned.isRepeat = true;
  const isSame = stored.payloadHash === planned.payloadHash;
  planned.outcome = isSame ? outcome : { ok: false, refusal: new Refusal('key_reused') };
};
