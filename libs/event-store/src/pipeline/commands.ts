import type { AnyEventDefinition, EventDefinition, EventOf, Refusal } from '@hearsay/contracts';
import type { AppendedEvent, NewEvent } from '../log/events.js';
import type { Transaction } from '../runtime/connections.js';

export interface Loaded<State> {
  version: number;
  state: State;
}

/**
 * What can be locked and decided on: a stream (`streamAggregate`) or a row of the service's own that serves as its head.
 * Rows are written by inline projections, from events alone; `save` exists for plain stream heads.
 */
export interface AggregateDefinition<State = unknown, D extends EventDefinition = AnyEventDefinition> {
  readonly name: string;
  /** What it evolves by; `newEvent` gives it no other. */
  readonly events: readonly D[];
  /** Creates missing heads, locks them in key order in one statement, then loads. `keys` are sorted and unique; every key is answered. */
  load(tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<State>>>;
  /** `load` sends all its statements before it waits for an answer, so the next aggregate's may follow at once, still in lock order. */
  readonly sendsAtOnce?: true;
  evolve(state: State, event: EventOf<D>): State;
  save?(tx: Transaction, changed: ReadonlyMap<string, Loaded<State>>): Promise<void>;
}

/** The streams and claims of a command, named before anything is locked. */
export interface CommandPlan {
  readonly aggregates: Readonly<Record<string, readonly string[]>>;
  /** Unique for ever, taken before deciding; given back when the command is refused. */
  readonly claims?: readonly string[];
}

/** The state inside a batch, after everything decided before this command. */
export interface BatchView {
  state<S>(aggregate: AggregateDefinition<S>, key: string): S;
  version(aggregate: AggregateDefinition, key: string): number;
  /** False: somebody else holds it. */
  holds(claim: string): boolean;
}

/** A core NATS message, published after the commit. */
export interface LiveMessage {
  readonly subject: string;
  readonly data: object;
  /** Of several in one batch on this subject only the last goes out. */
  readonly isLatestOnly?: boolean;
  /** Of all messages of a batch on this subject that have a key, the last of each key; they travel as one, `{ items }`. */
  readonly itemKey?: string;
}

/** Keeps the last of the messages that replace each other, and puts items of one subject into one message. */
export const gatherLive = (all: readonly LiveMessage[]): LiveMessage[] => {
  const latest = new Map<string, LiveMessage>();
  const items = new Map<string, Map<string, object>>();
  for (const message of all) {
    const { subject, data, itemKey, isLatestOnly } = message;
    if (itemKey !== undefined) items.set(subject, (items.get(subject) ?? new Map()).set(itemKey, data));
    else if (isLatestOnly) latest.set(subject, message);
  }
  return [
    ...all.filter(({ itemKey, isLatestOnly }) => itemKey === undefined && !isLatestOnly),
    ...latest.values(),
    ...[...items].map(([subject, each]) => ({ subject, data: { items: [...each.values()] } })),
  ];
};

export interface Decision<Result, D extends EventDefinition = AnyEventDefinition> {
  readonly events: readonly NewEvent<D>[];
  readonly result: Result;
  /** Rows beside the log (texts, credentials, sealed owners …), by the name of their writer. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  readonly live?: readonly LiveMessage[];
}

export interface DecisionContext {
  /** ISO instant, UTC, milliseconds. */
  readonly now: string;
  readonly accountId: string | null;
}

/**
 * One thing that can be asked of a service. `decide` is pure: clock and ids come in with context and input. It throws a
 * `Refusal` for every expected no; no events means that nothing had to change. `D`: the events it may decide.
 */
export interface CommandDefinition<Input, Result, D extends EventDefinition = AnyEventDefinition> {
  readonly type: string;
  plan(input: Input, context: DecisionContext): CommandPlan;
  decide(input: Input, view: BatchView, context: DecisionContext): Decision<Result, D>;
}

export interface CommandContext {
  readonly accountId: string | null;
  readonly correlationId: string | null;
  readonly causationId?: string | null;
  /** Nothing is changed after this instant, in milliseconds as `steadyNow` counts them. */
  readonly deadline: number;
  readonly idempotencyKey?: string;
  /** What the caller sent, when the input also holds ids made here: a repeat is compared by it. */
  readonly payload?: unknown;
  /** ISO instant; set by operators and the seed, otherwise the service's clock at the decision. */
  readonly now?: string;
}

/** For commands whose input may not be made. */
export type ContextWithPayload = CommandContext & { readonly payload: unknown };

export interface CommandCall<Input = unknown, Result = unknown> {
  readonly definition: CommandDefinition<Input, Result>;
  readonly input: Input;
  readonly context: CommandContext;
  /**
   * A decision that breaks aborts the transaction. Otherwise the checkpoint would pass the fact behind it, which would
   * be lost.
   */
  readonly isStrict?: true;
}

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

/** Rows derived from events inside the appending transaction; `rebuild` reruns it from the first event. */
export interface ReadModel<D extends EventDefinition = AnyEventDefinition> {
  /** `service.name`, as `npm run rebuild` takes it. */
  readonly name: string;
  readonly events: readonly D[];
  /** Tables it owns alone. Their SQL names carry no schema: a rebuild fills twins of them through the search path. */
  readonly tables: readonly string[];
  /** Set-wise and from the events alone; called in log order. */
  apply(tx: Transaction, events: readonly AppendedEvent<D>[]): Promise<void>;
  /** `apply` sends all its statements before it waits for an answer, so what is written next may follow at once, still in order. */
  readonly sendsAtOnce?: true;
}

/** Writes `Decision.rows` of its name, set-wise. */
export type RowWriter = (tx: Transaction, rows: readonly object[]) => Promise<void>;
