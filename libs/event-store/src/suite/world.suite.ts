import { randomUUID } from 'node:crypto';
import { Boosted, nudgeSubject, Unboosted } from '@hearsay/contracts';
import { untilSubscribed } from '@hearsay/messaging';
import { connectTestNats, eventually, type TestDatabase, uniqueSubjectPrefix } from '@hearsay/testing';
import { JetStreamApiError, type JetStreamManager, type StoredMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import pg from 'pg';
import type { Consumer, Projector } from '../consumers/consumer-definitions.js';
import { type Consumers, type ConsumersOptions, startConsumers } from '../consumers/consumers.js';
import { appendEvents as appendToLog } from '../log/append-events.js';
import { type AppendedEvent, compareLogPositions, type StoredEvent } from '../log/events.js';
import { eventStoreSchemaSql } from '../log/migrations.js';
import type { CommandPipeline } from '../pipeline/command-pipeline.js';
import { AppendGuard } from '../relay/log-loss.js';
import { Relay, type RelayOptions } from '../relay/relay.js';
import type { Transaction } from '../runtime/connections.js';
import { sessionOf } from '../runtime/connections.js';
import { parseEvents } from '../stream/event-message.js';
import { createJetStreamManager, eventStreamOf, findStreamEnd } from '../stream/event-stream.js';
import { boost, createPipeline, readWholeLog, silentLog } from './ledger.suite.js';
import { returnDatabase, takeDatabase } from './world-databases.suite.js';

export const source = 'engagement';
export const target = 'gamification';

/** The events that a projector has applied. `times` above 1 shows a repetition, and a missing row shows a loss. */
const seenTable = `
create table seen (event_id uuid primary key, stream text not null, version integer not null, times integer not null default 1)
  with (fillfactor = 80);
create index seen_by_stream on seen (stream, version);
grant select, insert, update, delete on seen to {role};
`;

export const answerWithinMs = 60_000;

/** On a busy machine, opening a hundred connections together takes seconds. */
const connectWithinMs = 60_000;

export const createPool = (url: string, options: pg.PoolConfig = {}): pg.Pool => {
  const { connectionString, options: settings } = sessionOf(url);
  const timeouts = { connectionTimeoutMillis: connectWithinMs };
  const pool = new pg.Pool({
    connectionString,
    max: 8,
    pipeline: true,
    ...timeouts,
    ...options,
    options: `${settings} ${options.options ?? ''}`,
  });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
};

const insertSeen = (tx: Transaction, events: readonly Pick<StoredEvent, 'eventId' | 'stream' | 'version'>[]) =>
  tx.query(
    `insert into seen (event_id, stream, version) select * from unnest($1::uuid[], $2::text[], $3::int[])
     on conflict (event_id) do update set times = seen.times + 1`,
    [events.map((event) => event.eventId), events.map((event) => event.stream), events.map((event) => event.version)],
  );

export const seenProjector: Projector = {
  kind: 'projector',
  name: 'seen',
  source,
  events: [Boosted, Unboosted],
  tables: ['seen'],
  apply: async (tx, events) => void (await insertSeen(tx, events)),
};

export const untilCaughtUp = (consumers: Consumers) =>
  eventually('the consumers have caught up', async () => (await consumers.behind()).length === 0);

/** Like `seenProjector`, but calls `before` first. */
export const projectorWith = (before: (events: readonly StoredEvent[], tx: Transaction) => unknown): Projector => ({
  ...seenProjector,
  apply: async (tx, events) => {
    await before(events, tx);
    await insertSeen(tx, events);
  },
});

const sourceSchemas = [eventStoreSchemaSql];
const targetSchemas = [eventStoreSchemaSql, seenTable];

interface AppendedFact {
  readonly stream: string;
  readonly version: number;
  readonly type?: string;
  readonly schemaVersion?: number;
  readonly data?: object;
}

export const appendEvents = async (client: Transaction, facts: readonly AppendedFact[]): Promise<string[]> => {
  const events = facts.map(({ type = Boosted.type, schemaVersion = 1, data = {}, ...fact }) => {
    const eventId = randomUUID();
    const ids = { actor: null, correlationId: `correlation-${eventId}`, causationId: null };
    return { ...fact, eventId, type, schemaVersion, data, meta: { occurredAt: '2026-11-21T10:00:00.000Z', ...ids } };
  });
  await appendToLog(client, events as unknown as readonly AppendedEvent[]);
  return events.map(({ eventId }) => eventId);
};

export const boostEvents = (count: number, name: string = randomUUID()) =>
  Array.from({ length: count }, (_value, index) => ({ stream: `boost-${name}-${index}`, version: 1 }));

export class World {
  readonly #natsUrl: () => string | undefined;
  readonly #stops: (() => Promise<void>)[] = [];
  #connection!: NatsConnection;
  prefix!: string;
  sourceDatabase!: TestDatabase;
  targetDatabase!: TestDatabase;
  sourcePool!: pg.Pool;
  targetPool!: pg.Pool;
  /** The pipeline of the target service, whose consumers read the source's events. */
  pipeline!: CommandPipeline;

  constructor(natsUrl: () => string | undefined = () => undefined) {
    this.#natsUrl = natsUrl;
  }

  async begin(prefix = uniqueSubjectPrefix()): Promise<void> {
    this.prefix = prefix;
    this.sourceDatabase = await takeDatabase(sourceSchemas);
    this.targetDatabase = await takeDatabase(targetSchemas);
    this.sourcePool = createPool(this.sourceDatabase.url);
    this.targetPool = createPool(this.targetDatabase.url);
    this.pipeline = createPipeline(this.targetPool, { readModels: [], aggregates: [boost] });
    this.#connection = await this.connect();
  }

  get natsUrl(): string | undefined {
    return this.#natsUrl();
  }

  async connect(): Promise<NatsConnection> {
    const connection = await connectTestNats(this.natsUrl);
    this.#stops.push(() => connection.close());
    return connection;
  }

  async relay(options: Partial<Omit<RelayOptions, 'pool' | 'service' | 'subjectPrefix'>> = {}): Promise<Relay> {
    const relay = new Relay({
      log: silentLog,
      acknowledgeWithinMs: 2000,
      ...options,
      pool: this.sourcePool,
      connection: options.connection ?? (await this.connect()),
      service: source,
      subjectPrefix: this.prefix,
    });
    this.#stops.push(() => relay.stop());
    return relay;
  }

  async consumers(
    consumers: readonly Consumer[] = [seenProjector],
    options: Partial<Pick<ConsumersOptions, 'pipeline' | 'connection' | 'log' | 'metrics'>> = {},
  ): Promise<Consumers> {
    const running = startConsumers({
      pool: this.targetPool,
      service: target,
      subjectPrefix: this.prefix,
      consumers,
      pipeline: this.pipeline,
      log: silentLog,
      ...options,
      connection: options.connection ?? (await this.connect()),
    });
    this.#stops.push(() => running.stop());
    return running;
  }

  async guard(): Promise<AppendGuard> {
    const connection = await this.connect();
    return new AppendGuard({ connection, service: source, subjectPrefix: this.prefix, log: silentLog });
  }

  /** Appends boosts, and starts a relay and consumers that read them. */
  async readBoosts(count: number, options?: Parameters<World['relay']>[0]) {
    await this.append(boostEvents(count));
    const relay = await this.relay(options);
    // A consumer that begins before its stream exists looks for it again after half a second.
    await this.untilStreamed();
    const consumers = await this.consumers();
    await this.untilSeenOnce();
    return { relay, consumers };
  }

  get stream() {
    return eventStreamOf(source, this.prefix);
  }

  /** Waits for the connection, which the test may have broken. A request without a connection would be lost. */
  async manager(): Promise<JetStreamManager> {
    await untilSubscribed(this.#connection);
    return createJetStreamManager(this.#connection, answerWithinMs);
  }

  /** Appends events and wakes the relay, as the pipeline does after a commit. */
  async append(events: Parameters<typeof appendEvents>[1]): Promise<string[]> {
    const ids = await appendEvents(this.sourcePool, events);
    this.nudge();
    return ids;
  }

  /** Wakes the relay, as a commit does. */
  nudge(): void {
    this.#connection.publish(`${this.prefix}${nudgeSubject(source)}`);
  }

  /** The event ids of the source's log, in order. */
  async log(): Promise<string[]> {
    const events = await readWholeLog(this.sourcePool);
    return events.map((event) => event.eventId);
  }

  /** How many times the projector has applied each event, by event id. */
  async seen(): Promise<Map<string, number>> {
    const { rows } = await this.targetPool.query<{ event_id: string; times: number }>(
      'select event_id, times from seen',
    );
    return new Map(rows.map((row) => [row.event_id, row.times]));
  }

  async untilSeenOnce(): Promise<void> {
    const expected = await this.log();
    await eventually('the projector holds every event', async () => (await this.seen()).size >= expected.length);
    const seen = await this.seen();
    const wrong = expected.filter((id) => seen.get(id) !== 1);
    if (wrong.length > 0 || seen.size !== expected.length)
      throw new Error(`${wrong.length} events are missing or doubled`);
  }

  /** For each consumer of the stream: true if it gets whole messages, false if it gets only headers. */
  async bodyDeliveries(): Promise<boolean[]> {
    const found: boolean[] = [];
    for await (const { config } of (await this.manager()).consumers.list(this.stream.name))
      found.push(config.headers_only !== true);
    return found;
  }

  async messages(): Promise<StoredMsg[]> {
    const manager = await this.manager();
    const { state } = await manager.streams.info(this.stream.name);
    const found: StoredMsg[] = [];
    for (let sequence = state.first_seq; sequence <= state.last_seq; sequence += 1) {
      const message = await manager.streams.getMessage(this.stream.name, { seq: sequence });
      if (message) found.push(message);
    }
    return found;
  }

  /** The event ids of the stream, in order. */
  async streamed(): Promise<string[]> {
    return (await this.messages()).flatMap((message) => parseEvents(message.data).map((event) => event.eventId));
  }

  async untilStreamed(): Promise<void> {
    const events = await readWholeLog(this.sourcePool);
    const expected = events.map((event) => event.eventId);
    const manager = await this.manager();
    await eventually('the stream ends as the log does', async () => {
      const end = await findStreamEnd(manager, this.stream).catch(() => undefined);
      return end !== undefined && compareLogPositions(end.logPosition, events.at(-1)!.logPosition) === 0;
    });
    const streamed = await this.streamed();
    if (JSON.stringify(streamed) !== JSON.stringify(expected)) throw new Error('The stream is not the log');
  }

  async untilStreamComplete(): Promise<void> {
    const expected = JSON.stringify(await this.log());
    const streamed = () => this.streamed().catch(() => undefined);
    await eventually('the stream is whole', async () => JSON.stringify(await streamed()) === expected);
  }

  /** Deletes the messages from one sequence to another. A running relay may clear the stream at the same time. */
  async deleteMessages(from: number, to: number): Promise<void> {
    const manager = await this.manager();
    for (let sequence = from; sequence <= to; sequence += 1)
      await manager.streams.deleteMessage(this.stream.name, sequence).catch((error: unknown) => {
        if (!(error instanceof JetStreamApiError)) throw error;
      });
  }

  onEnd(stop: () => Promise<void>): void {
    this.#stops.push(stop);
  }

  async end(): Promise<void> {
    for (const stop of this.#stops.splice(0).reverse()) await stop();
    await this.pipeline.stop();
    await Promise.all([this.sourcePool.end(), this.targetPool.end()]);
    returnDatabase(sourceSchemas, this.sourceDatabase);
    returnDatabase(targetSchemas, this.targetDatabase);
  }
}
