import type { EventDefinition, EventOf } from '@hearsay/contracts';
import { insertMissingRows } from '../log/rows.js';
import { typedEvent } from '../log/versions.js';
import type { Transaction } from '../runtime/connections.js';
import type { AggregateDefinition, VersionedState } from './commands.js';

/** Maps rows to states by key. Keys without a row have the state `absent`. */
export const statesByKey = <State, Absent extends State | null>(
  keys: readonly string[],
  absent: Absent,
  rows: readonly (State & { readonly key: string; readonly version: number })[],
): Map<string, VersionedState<State | Absent>> => {
  const loaded = new Map<string, VersionedState<State | Absent>>(
    keys.map((key) => [key, { version: 0, state: absent }]),
  );
  for (const { key, version, ...state } of rows) loaded.set(key, { version, state: state as State });
  return loaded;
};

/**
 * Makes a `load` for an aggregate whose head is a row. `text` selects `key`, `version` and the fields of the state for
 * the ids $1. It must lock the rows, unless a lock on another aggregate protects them.
 */
export const rowLoader =
  <State, Absent extends State | null = null>(name: string, text: string, absent: Absent) =>
  async (tx: Transaction, keys: readonly string[]): Promise<Map<string, VersionedState<State | Absent>>> => {
    const { rows } = await tx.query({ name, text, values: [keys] });
    return statesByKey<State, Absent>(keys, absent, rows);
  };

/** Like `rowLoader`, but inserts missing rows and locks all rows in key order. `columns` must include `version`. */
export const insertingRowLoader =
  <State>(table: string, key: string, columns: string, type?: 'text') =>
  async (tx: Transaction, keys: readonly string[]): Promise<Map<string, VersionedState<State>>> => {
    const text = `select ${key} as key, ${columns} from ${table} where ${key} = any($1) order by ${key} for update`;
    const lock = rowLoader<State>(`lock-${table}`, text, null);
    const [, loaded] = await Promise.all([insertMissingRows(tx, table, key, keys, type), lock(tx, keys)]);
    return loaded as Map<string, VersionedState<State>>;
  };

/** An aggregate whose head is a row. Its `load` sends all statements before it awaits an answer. */
export const rowAggregate = <State, D extends EventDefinition>(
  name: string,
  events: readonly D[],
  load: AggregateDefinition<State, D>['load'],
  evolve: (state: State, event: EventOf<D>) => State,
): AggregateDefinition<State, D> => ({ name, events, load, evolve, sendsAtOnce: true });

/** An aggregate for streams that no later command reads. Its `load` reads no state. */
export const appendOnlyAggregate = <D extends EventDefinition>(
  name: string,
  events: readonly D[],
): AggregateDefinition<null, D> =>
  rowAggregate<null, D>(
    name,
    events,
    async (_tx, keys) => new Map(keys.map((key) => [key, { version: 0, state: null }])),
    () => null,
  );

/**
 * An aggregate that is folded from its stream. It does not set `sendsAtOnce`, because the first answer decides whether
 * more statements are needed.
 */
export const streamAggregate = <State, D extends EventDefinition>(
  name: string,
  events: readonly D[],
  initial: () => State,
  evolve: (state: State, event: EventOf<D>) => State,
): AggregateDefinition<State, D> => ({
  name,
  events,
  evolve,

  async load(tx, keys) {
    const streams = keys.map((key) => `${name}-${key}`);
    const loaded = new Map<string, VersionedState<State>>();
    const keyOf = (stream: string) => stream.slice(name.length + 1);
    // A new row is locked by its insertion. Only existing heads need a lock and a read.
    const made = await tx.query<{ stream: string }>(
      'insert into stream_heads (stream) select unnest($1::text[]) on conflict do nothing returning stream',
      [streams],
    );
    for (const { stream } of made.rows) loaded.set(keyOf(stream), { version: 0, state: initial() });
    if (made.rows.length === streams.length) return loaded;
    const heads = await tx.query<{ stream: string; version: number }>(
      'select stream, version from stream_heads where stream = any($1) order by stream for update',
      [streams.filter((stream) => !loaded.has(keyOf(stream)))],
    );
    for (const { stream, version } of heads.rows) loaded.set(keyOf(stream), { version, state: initial() });
    const begun = heads.rows.filter((head) => head.version > 0).map((head) => head.stream);
    if (begun.length === 0) return loaded;
    const history = await tx.query<{ stream: string; type: string; version: number; data: Record<string, unknown> }>(
      'select stream, type, schema_version as version, data from events where stream = any($1) order by stream, events.version',
      [begun],
    );
    for (const { stream, type, version, data } of history.rows) {
      const instance = loaded.get(keyOf(stream))!;
      instance.state = evolve(instance.state, typedEvent<D>(type, version, data));
    }
    return loaded;
  },

  async save(tx, changed) {
    await tx.query(
      `update stream_heads set version = next.version
       from unnest($1::text[], $2::int[]) as next (stream, version) where stream_heads.stream = next.stream`,
      [[...changed.keys()].map((key) => `${name}-${key}`), [...changed.values()].map(({ version }) => version)],
    );
  },
});
