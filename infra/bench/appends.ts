import { randomBytes, randomUUID } from 'node:crypto';
import { Boosted, type EventData, steadyNow } from '@hearsay/contracts';
import {
  type CommandDefinition,
  CommandPipeline,
  eventStoreSchemaSql,
  newEvent,
  streamAggregate,
} from '@hearsay/event-store';
import { createLogger, createPool } from '@hearsay/service-runtime';
import type pg from 'pg';
import { mustEqual } from './benchmark.ts';
import { type LoadResult, runClosedLoop } from './closed-loop.ts';

const callers = 64;
const fact = streamAggregate(
  'fact',
  [Boosted],
  () => 0,
  (count) => count + 1,
);

const append: CommandDefinition<{ id: string; data: EventData<typeof Boosted> }, null> = {
  type: 'append',
  plan: ({ id }) => ({ aggregates: { [fact.name]: [id] } }),
  decide: ({ id, data }) => ({
    events: [newEvent(Boosted, data, { aggregate: fact, key: id })],
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

export const appendApplicationNames = { batched: 'bench-pipeline', single: 'bench-single' } as const;
const timeoutMs = 30_000;

export class AppendLoad {
  readonly #pool: pg.Pool;
  readonly #batchPool: pg.Pool;
  readonly #pipeline: CommandPipeline;

  private constructor(pool: pg.Pool, batchPool: pg.Pool) {
    this.#pool = pool;
    this.#batchPool = batchPool;
    this.#pipeline = new CommandPipeline({
      pool: batchPool,
      aggregates: [fact],
      readModels: [],
      writers: {},
      idempotencySecret: randomBytes(32),
      publish: () => undefined,
      nudge: () => undefined,
      log: { error: (details, text) => process.stderr.write(`${text} ${JSON.stringify(details)}\n`) },
    });
  }

  static async connect(url: string): Promise<AppendLoad> {
    const log = createLogger({ service: 'bench', level: 'warn' });
    const pool = createPool({ url, service: appendApplicationNames.single, max: callers, log });
    await pool.query(eventStoreSchemaSql.replaceAll('{role}', 'current_user'));
    return new AppendLoad(
      pool,
      createPool({ url, service: appendApplicationNames.batched, max: 2, log, keepsPlans: true }),
    );
  }

  batched = (seconds: number): Promise<LoadResult> =>
    runClosedLoop(callers, seconds, async () => {
      const id = randomUUID();
      const meta = { accountId: id, correlationId: randomUUID(), deadline: steadyNow() + timeoutMs };
      await this.#pipeline.execute(append, { id, data: dataOf(id) }, meta);
    });

  /**
   * The baseline: each append is one transaction of the same two rows, by prepared statements. Each caller has a
   * connection.
   */
  single = (seconds: number): Promise<LoadResult> =>
    runClosedLoop(callers, seconds, async () => {
      const id = randomUUID();
      const stream = `${fact.name}-${id}`;
      const client = await this.#pool.connect();
      await client.query('begin');
      const head = await client.query<{ version: number }>({
        name: 'raise-head',
        text: `insert into stream_heads as head (stream, version) values ($1, 1)
               on conflict (stream) do update set version = head.version + 1 returning version`,
        values: [stream],
      });
      const { type, schemaVersion } = Boosted;
      const occurredAt = new Date().toISOString();
      const meta = { occurredAt, actor: id, correlationId: randomUUID(), causationId: null };
      await client.query({
        name: 'append-one',
        text: `insert into events (epoch, event_id, stream, version, type, schema_version, data, meta)
               values ((select epoch from store_epoch), $1, $2, $3, $4, $5, $6, $7)`,
        values: [randomUUID(), stream, head.rows[0]?.version, type, schemaVersion, dataOf(id), meta],
      });
      await client.query('commit');
      client.release();
    });

  /** @throws when the rows differ from the acknowledged appends */
  async check(acknowledged: number): Promise<string> {
    const { rows } = await this.#pool.query(
      `select (select count(*)::int from events) as events, (select count(*)::int from stream_heads) as heads,
         (select count(*)::int from events join stream_heads using (stream, version)) as "headsAtTheirEvent"`,
    );
    const expected = { events: acknowledged, heads: acknowledged, headsAtTheirEvent: acknowledged };
    return mustEqual('Events, heads and acknowledged appends', rows[0], expected);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.#batchPool.end()]);
  }
}
