import { randomBytes, randomUUID } from 'node:crypto';
import { Boosted, type EventData, shardOf, steadyNow } from '@hearsay/contracts';
import {
  type CommandDefinition,
  CommandPipeline,
  eventStoreSchema,
  newEvent,
  streamAggregate,
} from '@hearsay/event-store';
import { createLogger, createPool } from '@hearsay/service-runtime';
import type pg from 'pg';
import { closedLoop, serveLoad } from './serve-load.ts';

const callers = 64;
const fact = streamAggregate(
  'fact',
  [Boosted],
  () => 0,
  (count) => count + 1,
);

/** Every append begins a stream of its own, as messages and first boosts do. */
const append: CommandDefinition<{ id: string; data: EventData<typeof Boosted> }, null> = {
  type: 'append',
  plan: ({ id }) => ({ aggregates: { [fact.name]: [id] } }),
  decide: ({ id, data }) => ({
    events: [newEvent(Boosted, data, { aggregate: fact, key: id, routingId: id })],
    result: null,
  }),
};

const dataOf = (id: string): EventData<typeof Boosted> => ({
  boostId: id,
  boosterId: id,
  contentType: 'question',
  contentId: id,
  questionId: id,
  owner: { accountId: id, sealed: null },
  boostCount: 1,
  boostPeak: 1,
  revision: 1,
  hasReachedThreshold: false,
  toggle: 1,
});

let pipeline: CommandPipeline;
let pool: pg.Pool;

/** The name of the batches' backend among those of PostgreSQL. */
const batchedAppends = 'bench-pipeline';

/** Makes the event store's tables in an empty database. */
const connect = async ({ databaseUrl }: { databaseUrl: string }): Promise<void> => {
  const log = createLogger({ service: 'bench', level: 'warn' });
  pool = createPool({ url: databaseUrl, service: 'bench', max: callers, log });
  await pool.query(eventStoreSchema.replaceAll('{role}', 'current_user'));
  pipeline = new CommandPipeline({
    pool: createPool({ url: databaseUrl, service: batchedAppends, max: 2, log, keepsPlans: true, staysOpen: true }),
    aggregates: [fact],
    readModels: [],
    writers: {},
    idempotencySecret: randomBytes(32),
    publish: () => undefined,
    nudge: () => undefined,
    log: { error: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`) },
  });
};

const timeoutMs = 30_000;

const batched = ({ seconds }: { seconds: number }) =>
  closedLoop(callers, seconds, async () => {
    const id = randomUUID();
    await pipeline.execute(
      append,
      { id, data: dataOf(id) },
      { accountId: id, correlationId: randomUUID(), deadline: steadyNow() + timeoutMs },
    );
  });

/** The same two rows, in one transaction for each append: four statements, prepared, on as many connections as there are callers. */
const single = ({ seconds }: { seconds: number }) =>
  closedLoop(callers, seconds, async () => {
    const id = randomUUID();
    const stream = `${fact.name}-${id}`;
    const client = await pool.connect();
    await client.query('begin');
    const head = await client.query<{ version: number }>({
      name: 'raise-head',
      text: `insert into stream_heads as head (stream, version) values ($1, 1)
             on conflict (stream) do update set version = head.version + 1 returning version`,
      values: [stream],
    });
    await client.query({
      name: 'append-one',
      text: `insert into events (epoch, event_id, stream, version, type, schema_version, shard, data, meta)
             values ((select epoch from store_epoch), $1, $2, $3, $4, $5, $6, $7, $8)`,
      values: [
        randomUUID(),
        stream,
        head.rows[0]?.version,
        Boosted.type,
        Boosted.schemaVersion,
        shardOf(id),
        JSON.stringify(dataOf(id)),
        JSON.stringify({
          occurredAt: new Date().toISOString(),
          actor: id,
          correlationId: randomUUID(),
          causationId: null,
        }),
      ],
    });
    await client.query('commit');
    client.release();
  });

const events = async (): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int as count from events')).rows[0]?.count ?? 0;

serveLoad({ connect, batched, single, events });
