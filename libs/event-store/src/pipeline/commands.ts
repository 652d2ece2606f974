import type { AnyEventDefinition, EventDefinition, EventOf, Refusal } from '@hearsay/contracts';
import type { AppendedEvent, NewEvent } from '../log/events.js';
import type { Transaction } from '../runtime/connections.js';

export interface VersionedState<State> {
  version: number;
  state: State;
}

/** Loads and evolves an aggregate. Projections write the rows of most aggregates. Only plain heads need `save`. */
export interface AggregateDefinition<State = unknown, D extends EventDefinition = AnyEventDefinition> {
  readonly name: string;
  readonly events: readonly D[];
  /**
   * Creates missing heads, locks all heads in key order, then loads the states. `keys` are sorted and unique. The
   * result has every key.
   */
  load(tx: Transaction, keys: readonly string[]): Promise<Map<string, VersionedState<State>>>;
  /** True if `load` sends all statements before it awaits an answer. The next `load` may then be called at once. */
  readonly sendsAtOnce?: true;
  evolve(state: State, event: EventOf<D>): State;
  save?(tx: Transaction, changed: ReadonlyMap<string, VersionedState<State>>): Promise<void>;
}

export interface CommandPlan {
  readonly aggregates: Readonly<Record<string, readonly string[]>>;
  /** Texts that only one command can ever take. They are taken before the decision, and given back after a refusal. */
  readonly claims?: readonly string[];
}

export interface BatchView {
  state<S>(aggregate: AggregateDefinition<S>, key: string): S;
  holds(claim: string): boolean;
}

export interface LiveMessage {
  readonly subject: string;
  readonly data: object;
  /** If true, the batch publishes only its last message on this subject. */
  readonly isLatestOnly?: boolean;
  /**
   * If set, the batch joins the messages of this subject into one message `{ items }`. It contains the last `data` of
   * each key.
   */
  readonly itemKey?: string;
}

export const mergeLiveMessages = (all: readonly LiveMessage[]): LiveMessage[] => {
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
  /** Rows that no event contains, such as texts and credentials, by the name of their writer. */
  readonly rows?: Readonly<Record<string, readonly object[]>>;
  readonly live?: readonly LiveMessage[];
}

export interface DecisionContext {
  /** The time of the decision, as an ISO instant in UTC with milliseconds. */
  readonly now: string;
  readonly accountId: string | null;
}

/** `decide` is pure, because time and ids come from its arguments. It throws a `Refusal` for every expected failure. */
export interface CommandDefinition<Input, Result, D extends EventDefinition = AnyEventDefinition> {
  readonly type: string;
  plan(input: Input, context: DecisionContext): CommandPlan;
  decide(input: Input, view: BatchView, context: DecisionContext): Decision<Result, D>;
}

type Rows = NonNullable<Decision<unknown>['rows']>;

/** A command that only writes rows. `rowsOf` also gets the time of the decision. */
export const rowsCommand = <Input>(
  type: string,
  rowsOf: (input: Input, now: string) => Rows,
): CommandDefinition<Input, Record<string, never>> => ({
  type,
  plan: () => ({ aggregates: {} }),
  decide: (input, _view, { now }) => ({ events: [], rows: rowsOf(input, now), result: {} }),
});

export interface CommandContext {
  readonly accountId: string | null;
  readonly correlationId: string | null;
  readonly causationId?: string | null;
  /** The command changes nothing after this instant, in milliseconds of `steadyNow`. */
  readonly deadline: number;
  readonly idempotencyKey?: string;
  /**
   * The caller's own input, if `input` also has ids that this process has made. It is compared when a call is repeated.
   */
  readonly payload?: unknown;
  /** The ISO instant of the act. Only operators and the seed set it. Default: the time of the decision. */
  readonly now?: string;
}

export type ContextWithPayload = CommandContext & { readonly payload: unknown };

export interface CommandCall<Input = unknown, Result = unknown> {
  readonly definition: CommandDefinition<Input, Result>;
  readonly input: Input;
  readonly context: CommandContext;
  /**
   * If true, an error in the decision aborts the transaction. Otherwise the error would become a refusal, and the
   * checkpoint would pass the event.
   */
  readonly isStrict?: true;
}

export type Outcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

/** Makes rows from events, in the appending transaction. `rebuild` calls `apply` again from the first event. */
export interface ReadModel<D extends EventDefinition = AnyEventDefinition> {
  readonly name: string;
  readonly events: readonly D[];
  /**
   * Only `apply` writes these tables. The SQL in `apply` names no schema, because a rebuild changes the search path.
   */
  readonly tables: readonly string[];
  apply(tx: Transaction, events: readonly AppendedEvent<D>[]): Promise<void>;
  /** True if `apply` sends all statements before it awaits an answer. */
  readonly sendsAtOnce?: true;
}

export type RowWriter = (tx: Transaction, rows: readonly object[]) => Promise<void>;
