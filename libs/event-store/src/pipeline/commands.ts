import type { AnyEventDefinition, EventDefinition, EventOf, Refusal } from '@hearsay/contracts';
import type { AppendedEvent, NewEvent } from '../log/events.js';
import type { Transaction } from '../runtime/connections.js';

export interface Loaded<State> {
  version: number;
  state: State;
}

/** Projections write the rows of most aggregates from their events. Only plain stream heads need `save`. */
export interface AggregateDefinition<State = unknown, D extends EventDefinition = AnyEventDefinition> {
  readonly name: string;
  readonly events: readonly D[];
  /**
   * Creates missing heads, locks them in key order, then loads. `keys` are sorted and unique; the result has every key.
   */
  load(tx: Transaction, keys: readonly string[]): Promise<Map<string, Loaded<State>>>;
  /** `load` sends all statements before it awaits an answer. The next `load` may follow at once, in lock order. */
  readonly sendsAtOnce?: true;
  evolve(state: State, event: EventOf<D>): State;
  save?(tx: Transaction, changed: ReadonlyMap<string, Loaded<State>>): Promise<void>;
}

export interface CommandPlan {
  readonly aggregates: Readonly<Record<string, readonly string[]>>;
  /** Unique for ever, taken before the decision, and given back when the command is refused. */
  readonly claims?: readonly string[];
}

export interface BatchView {
  state<S>(aggregate: AggregateDefinition<S>, key: string): S;
  holds(claim: string): boolean;
}

export interface LiveMessage {
  readonly subject: string;
  readonly data: object;
  /** The batch publishes only the last message on this subject. */
  readonly isLatestOnly?: boolean;
  /** The batch publishes the last message of each key on this subject, all in one message `{ items }`. */
  readonly itemKey?: string;
}

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

/** `decide` is pure: clock and ids come with context and input. It throws a `Refusal` for every expected no. */
export interface CommandDefinition<Input, Result, D extends EventDefinition = AnyEventDefinition> {
  readonly type: string;
  plan(input: Input, context: DecisionContext): CommandPlan;
  decide(input: Input, view: BatchView, context: DecisionContext): Decision<Result, D>;
}

export interface CommandContext {
  readonly accountId: string | null;
  readonly correlationId: string | null;
  readonly causationId?: string | null;
  /** Nothing changes after this instant, in milliseconds of `steadyNow`. */
  readonly deadline: number;
  readonly idempotencyKey?: string;
  /** The caller's request, for an input that also holds ids made here. Repeats are compared by it. */
  readonly payload?: unknown;
  /** ISO instant. Only operators and the seed set it; the default is the time of the decision by the pipeline's clock. */
  readonly now?: string;
}

export type ContextWithPayload = CommandContext & { readonly payload: unknown };

export interface CommandCall<Input = unknown, Result = unknown> {
  readonly definition: CommandDefinition<Input, Result>;
  readonly input: Input;
  readonly context: CommandContext;
  /** An error in the decision aborts the transaction. As a refusal, it would let the checkpoint pass the fact. */
  readonly isStrict?: true;
}

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

/** Rows made from events in the appending transaction. `rebuild` runs `apply` again from the first event. */
export interface ReadModel<D extends EventDefinition = AnyEventDefinition> {
  readonly name: string;
  readonly events: readonly D[];
  /** Only `apply` writes them. Its SQL names no schema, since a rebuild uses the search path. */
  readonly tables: readonly string[];
  apply(tx: Transaction, events: readonly AppendedEvent<D>[]): Promise<void>;
  /** As `AggregateDefinition.sendsAtOnce`. */
  readonly sendsAtOnce?: true;
}

export type RowWriter = (tx: Transaction, rows: readonly object[]) => Promise<void>;
