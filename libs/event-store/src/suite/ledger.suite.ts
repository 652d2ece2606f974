import { Boosted, type EventData, Refusal, Unboosted } from '@hearsay/contracts';
import type pg from 'pg';
import { newEvent, type StoredEvent, startOfLog } from '../log/events.js';
import { parseLoggedEvent, readLog } from '../log/log-reader.js';
import { CommandPipeline, type PipelineOptions } from '../pipeline/command-pipeline.js';
import type {
  AggregateDefinition,
  CommandContext,
  CommandDefinition,
  ReadModel,
  VersionedState,
} from '../pipeline/commands.js';
import { streamAggregate } from '../pipeline/stream-aggregate.js';
import type { Transaction } from '../runtime/connections.js';

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Tables of a small service for tests of the pipeline. The service counts boosts of contents in rows, like engagement.
 */
export const ledgerTables = `
create table counters (content_id text primary key, boosts integer not null default 0, version integer not null default 0)
  with (fillfactor = 50);
create index counters_by_boosts on counters (boosts, content_id);
create table boosts (boost_id text primary key, is_boosted boolean not null);
create table words (id integer primary key check (id >= 0));
grant select, insert, update, delete on counters, boosts, words to {role};
`;

type BoostEvent = typeof Boosted | typeof Unboosted;

export const boost = streamAggregate(
  'boost',
  [Boosted, Unboosted],
  () => ({ isBoosted: false }),
  (_state, event) => ({ isBoosted: event.type === Boosted.type }),
);

export const boostData = (boostId: string, contentId: string, boostCount: number): EventData<BoostEvent> => ({
  boostId,
  boosterId: boostId,
  contentType: 'question',
  contentId,
  questionId: contentId,
  owner: { accountId: null, sealed: null },
  boostCount,
  boostPeak: boostCount,
  revision: boostCount,
  hasReachedThreshold: false,
  toggle: 1,
});

export const counter: AggregateDefinition<{ boosts: number }, BoostEvent> = {
  name: 'counter',
  events: [Boosted, Unboosted],
  evolve: (state, event) => ({ boosts: state.boosts + (event.type === Boosted.type ? 1 : -1) }),
  async load(tx, keys) {
    await tx.query('insert into counters (content_id) select unnest($1::text[]) on conflict do nothing', [keys]);
    const { rows } = await tx.query<{ content_id: string; boosts: number; version: number }>(
      'select content_id, boosts, version from counters where content_id = any($1) order by content_id for update',
      [keys],
    );
    return new Map(
      rows.map((row): [string, VersionedState<{ boosts: number }>] => [
        row.content_id,
        { version: row.version, state: { boosts: row.boosts } },
      ]),
    );
  },
};

export interface Toggle {
  readonly accountId: string;
  readonly contentId: string;
  /** If set, the command is refused unless the boost is in this state. */
  readonly wasBoosted?: boolean;
}

export const toggle: CommandDefinition<Toggle, { isBoosted: boolean; boosts: number }> = {
  type: 'toggle',
  plan: ({ accountId, contentId }) => ({ aggregates: { boost: [`${accountId}:${contentId}`], counter: [contentId] } }),
  decide: ({ accountId, contentId, wasBoosted }, view) => {
    const key = `${accountId}:${contentId}`;
    const before = view.state(boost, key).isBoosted;
    if (wasBoosted !== undefined && wasBoosted !== before) throw new Refusal('conflict');
    const isBoosted = !before;
    const boosts = view.state(counter, contentId).boosts + (isBoosted ? 1 : -1);
    const definition = isBoosted ? Boosted : Unboosted;
    const data = boostData(key, contentId, boosts);
    return {
      events: [
        newEvent(definition, data, { aggregate: boost, key }),
        newEvent(definition, data, { aggregate: counter, key: contentId }),
      ],
      live: [{ subject: 'counts', data: { contentId, boosts }, itemKey: contentId }],
      result: { isBoosted, boosts },
    };
  },
};

export const takeName: CommandDefinition<{ name: string }, { taken: true }> = {
  type: 'take-name',
  plan: ({ name }) => ({ aggregates: { boost: [name] }, claims: [`name:${name}`] }),
  decide: ({ name }, view) => {
    if (!view.holds(`name:${name}`)) throw new Refusal('conflict');
    return {
      events: [newEvent(Boosted, boostData(name, name, 1), { aggregate: boost, key: name })],
      result: { taken: true },
    };
  },
};

/** Writes a row. A negative id violates a constraint and aborts the whole transaction. */
export const writeWord: CommandDefinition<{ id: number }, { id: number }> = {
  type: 'write-word',
  plan: () => ({ aggregates: {} }),
  decide: ({ id }) => ({ events: [], result: { id }, rows: { words: [{ id }] } }),
};

export const ledgerRows: ReadModel<BoostEvent> = {
  name: 'ledger.boosts',
  events: [Boosted, Unboosted],
  tables: ['boosts', 'counters'],
  async apply(tx, events) {
    const boosts = new Map(
      events.filter((event) => event.stream.startsWith('boost-')).map((event) => [event.stream, event]),
    );
    await tx.query(
      `insert into boosts (boost_id, is_boosted) select * from unnest($1::text[], $2::boolean[])
       on conflict (boost_id) do update set is_boosted = excluded.is_boosted`,
      [
        [...boosts.keys()].map((stream) => stream.slice('boost-'.length)),
        [...boosts.values()].map((event) => event.type === Boosted.type),
      ],
    );
    const counters = new Map(
      events.filter((event) => event.stream.startsWith('counter-')).map((event) => [event.stream, event]),
    );
    await tx.query(
      `insert into counters (content_id, boosts, version) select * from unnest($1::text[], $2::int[], $3::int[])
       on conflict (content_id) do update set boosts = excluded.boosts, version = excluded.version`,
      [
        [...counters.keys()].map((stream) => stream.slice('counter-'.length)),
        [...counters.values()].map((event) => event.data.boostCount),
        [...counters.values()].map((event) => event.version),
      ],
    );
  },
};

export const createPipeline = (pool: pg.Pool, options: Partial<PipelineOptions> = {}): CommandPipeline =>
  new CommandPipeline({
    pool,
    aggregates: [boost, counter],
    readModels: [ledgerRows],
    writers: {
      words: async (tx, rows) => {
        await tx.query('insert into words select unnest($1::int[]) on conflict do nothing', [
          rows.map((row) => (row as { id: number }).id),
        ]);
      },
    },
    idempotencySecret: Buffer.alloc(32, 7),
    publish: () => {},
    nudge: () => {},
    log: silentLog,
    ...options,
  });

export const contextOf = (accountId: string, more: Partial<CommandContext> = {}): CommandContext => ({
  accountId,
  correlationId: null,
  deadline: Date.now() + 60_000,
  ...more,
});

/** All events of the log, even those that running transactions hold back from readers. */
export const readWholeLog = async (client: Transaction): Promise<StoredEvent[]> =>
  (await readLog(client, startOfLog, { limit: 100_000, types: null, isLocked: true })).events.map(parseLoggedEvent);

/** Runs a statement that exceeds its timeout on any machine. */
export const outlastTimeout = async (tx: Transaction): Promise<never> => {
  await tx.query('set local statement_timeout = 50');
  await tx.query('select pg_sleep(600)');
  throw new Error('The statement was not ended');
};
