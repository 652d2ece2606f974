import { eventually } from '@hearsay/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { runOperator } from '../operator.js';
import type { CommandPipeline } from '../pipeline/command-pipeline.js';
import { AppendGuard } from '../relay/log-loss.js';
import { contextOf, createPipeline, ledgerTables, silentLog, toggle } from '../suite/ledger.suite.js';
import { useWorld } from '../suite/set-up.suite.js';
import { boostEvents, createPool, seenProjector, source, target } from '../suite/world.suite.js';

const remedy = `run "npm run recover -- ${source}"`;

const world = useWorld();
let owner: pg.Pool;
beforeEach(async () => {
  owner = createPool(world.sourceDatabase.ownerUrl, { max: 1 });
  await owner.query(
    `drop table if exists counters, boosts, words; ${ledgerTables.replaceAll('{role}', world.sourceDatabase.role)}`,
  );
});
afterEach(() => owner.end());

const operate = async (service: string, ...argv: string[]): Promise<string[]> => {
  const lines: string[] = [];
  const isSource = service === source;
  const code = await runOperator(argv, {
    service,
    pool: isSource ? world.sourcePool : world.targetPool,
    pipeline: world.pipeline,
    connection: await world.connect(),
    subjectPrefix: world.prefix,
    readModels: [],
    consumers: isSource ? [] : [seenProjector],
    ownerUrl: (isSource ? world.sourceDatabase : world.targetDatabase).ownerUrl,
    role: (isSource ? world.sourceDatabase : world.targetDatabase).role,
    print: (line) => lines.push(line),
    note: async () => undefined,
  });
  expect(code).toBe(0);
  return lines;
};
const recover = async () => [
  ...(await operate(source, 'recover')),
  ...(await operate(target, 'recover-consumers', source)),
];

interface Service {
  readonly guard: AppendGuard;
  readonly pipeline: CommandPipeline;
  append(withinMs?: number): Promise<unknown>;
}

const startAppending = async (): Promise<Service> => {
  const guard = await world.guard();
  const pool = createPool(world.sourceDatabase.url, { max: 2 });
  const pipeline = createPipeline(pool, { guard, nudge: () => world.nudge() });
  world.onEnd(async () => {
    await pipeline.stop();
    await pool.end();
  });
  let acts = 0;
  const append = (withinMs = 60_000) => {
    acts += 1;
    return pipeline.execute(
      toggle,
      { accountId: `a${acts}`, contentId: 'q' },
      contextOf('a', { deadline: Date.now() + withinMs }),
    );
  };
  return { guard, pipeline, append };
};
const refusedFor = async ({ append, guard }: Service, sentence: string) => {
  await eventually('the loss is known', async () => {
    await expect(append(100)).rejects.toMatchObject({ code: 'unavailable' });
    return guard.loss !== undefined;
  });
  expect(guard.loss).toContain(sentence);
  expect(guard.loss).toContain(remedy);
};

const readForty = async () => {
  const { relay, consumers } = await world.readBoosts(40, { eventsInMessage: 7 });
  return { relay, consumers };
};
const loseTail = () => owner.query('delete from events where position > (select max(position) - 10 from events)');
const recordHome = (changes: string) => owner.query(`update store_epoch set ${changes}`);

describe('a log that lost its tail', () => {
  it('a log without its tail accepts no appends and is not relayed until its recovery', async () => {
    const { relay } = await readForty();
    await loseTail();
    await world.sourcePool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = current_user and pid <> pg_backend_pid()`,
    );
    const service = await startAppending();
    await refusedFor(service, 'ends with an event that this database does not have');
    await eventually('the relay refuses', () => relay.status().error?.includes(remedy) === true);
    const lines = await recover();
    expect(lines).toEqual([
      expect.stringMatching(
        /^engagement: the log and the stream \S+ share everything up to 1\.\d+\.\d+; 10 events behind it are lost$/,
      ),
      'engagement: the epoch is 2 now, it was 1; 0 events that nobody had read before were moved into it',
      expect.stringMatching(/^engagement: the stream \S+ was cleared$/),
      'engagement: the stream holds 30 events again, all that others read of the log',
      expect.stringMatching(/^gamification\.seen: stood at an event that is lost, goes on behind 1\.\d+\.\d+$/),
      'gamification.seen: rebuilt from 30 events',
    ]);
    await service.append();
    expect(service.guard.loss).toBeUndefined();
    await world.untilSeenOnce();
  });

  it('events that were appended between loss and recovery are relayed too', async () => {
    const { relay, consumers } = await readForty();
    await relay.stop();
    await loseTail();
    // A server appended these events before it noticed the loss. They sort before the consumer's last event.
    await owner.query(`insert into events (epoch, txid, event_id, stream, version, type, schema_version, data, meta)
      select 1, (select txid from events order by position desc limit 1), gen_random_uuid(), 'late-' || n, 1, 'Boosted', 1, '{}', meta
      from generate_series(1, 7) n, (select meta from events limit 1) any_event`);
    await consumers.stop();
    const lines = await recover();
    expect(lines[1]).toContain('7 events that nobody had read before were moved into it');
    await world.relay();
    await world.consumers();
    await world.untilSeenOnce();
    await world.append(boostEvents(3));
    await world.untilSeenOnce();
  });

  it('a loss is recognized in a database that was restored from a copy', async () => {
    const { relay } = await readForty();
    await relay.stop();
    await owner.end();
    const admin = createPool(process.env.TEST_DATABASE_ADMIN_URL ?? '', { max: 1 });
    const { role: name } = world.sourceDatabase;
    const endSessions = () =>
      admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await endSessions();
    await admin.query(`create database ${name}_backup template ${name} owner ${name}_owner`);
    await world.append(boostEvents(10));
    const second = await world.relay();
    await world.untilSeenOnce();
    await second.stop();
    await endSessions();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`alter database ${name}_backup rename to ${name}`);
    await admin.end();
    owner = createPool(world.sourceDatabase.ownerUrl, { max: 1 });
    const service = await startAppending();
    await refusedFor(service, 'ends with an event that this database does not have');
    await recover();
    await service.append();
    await world.relay();
    await world.untilSeenOnce();
  });

  it('a loss is recognized by an earlier missing event, even if later events exist', async () => {
    await readForty();
    await owner.query('delete from events where position = (select max(position) - 20 from events)');
    await recordHome('timeline = 0');
    await refusedFor(await startAppending(), 'has events that this database does not have');
  });

  it('appends after a loss or a move are refused, even while NATS is away', async () => {
    await readForty();
    const connection = await world.connect();
    const of = { connection, service: source, subjectPrefix: world.prefix, log: silentLog };
    const [lossy, moved] = [new AppendGuard(of), new AppendGuard(of)];
    await loseTail();
    await expect(lossy.check(owner)).rejects.toThrow('ends with an event');
    await connection.close();
    await expect(lossy.check(owner)).rejects.toThrow('ends with an event');
    await recordHome('timeline = 0');
    await expect(moved.check(owner)).rejects.toThrow('another timeline');
  });

  it('the relay notices a loss on an open connection, and the pipeline then stops', async () => {
    await world.append(boostEvents(5));
    const service = await startAppending();
    const first = await world.relay();
    await service.append();
    await world.untilStreamed();
    await first.stop();
    await loseTail();
    const relay = await world.relay({ guard: service.guard });
    await eventually('the relay refuses', () => relay.status().error?.includes(remedy) === true);
    await refusedFor(service, 'ends with an event that this database does not have');
  });
});

describe('a log that moved', () => {
  /** [what happened, the recorded place of the log, part of the refusal] */
  const moves = [
    ['a standby was promoted', 'timeline = 0', 'another timeline'],
    ['a dump was restored on another server', `system_identifier = '1'`, 'another server'],
    ['a database was copied', `database_oid = '1'`, 'another database'],
    ['a dump was restored in place', `table_oid = '1'`, 'another table'],
  ] as const;

  it.each(moves)('a moved log accepts writes if it is complete: %s', async (_what, recorded, _sentence) => {
    await readForty();
    await recordHome(recorded);
    const { append, guard } = await startAppending();
    await append();
    expect(guard.loss).toBeUndefined();
    await world.untilSeenOnce();
  });

  it('a moved log is compared with its stream once for all connections of a process', async () => {
    await world.readBoosts(60, { eventsInMessage: 2 });
    const { state } = await (await world.manager()).streams.info(world.stream.name);
    await recordHome('timeline = 0');
    const guard = await world.guard();
    const watching = await world.connect();
    let reads = 0;
    watching.subscribe(`$JS.API.STREAM.MSG.GET.${world.stream.name}`, {
      callback: () => {
        reads += 1;
      },
    });
    await watching.flush();
    const pool = createPool(world.sourceDatabase.url, { max: 5 });
    const clients = await Promise.all(Array.from({ length: 5 }, () => pool.connect()));
    await Promise.all(clients.map((client) => guard.check(client)));
    await watching.flush();
    for (const client of clients) client.release();
    await pool.end();
    expect(state.messages).toBe(30);
    expect(reads).toBeGreaterThan(state.messages);
    expect(reads).toBeLessThan(2 * state.messages);
  });

  it.each(moves)('a moved log waits for an operator if its stream is empty: %s', async (_what, recorded, sentence) => {
    const { relay } = await readForty();
    await relay.stop();
    await recordHome(recorded);
    await (await world.manager()).streams.purge(world.stream.name);
    const service = await startAppending();
    await refusedFor(service, sentence);
    const refusing = await world.relay();
    await eventually('the relay refuses', () => refusing.status().error?.includes(sentence) === true);
    const lines = await recover();
    expect(lines[0]).toContain('is empty and does not show how far others had read');
    expect(lines[1]).toBe(`engagement: the log has ${sentence} than before`);
    await service.append();
    await world.untilSeenOnce();
  });

  it('a log accepts writes after a promotion if it has never published an event', async () => {
    await world.relay();
    const { streams } = await world.manager();
    await eventually('there is a stream', () =>
      streams.info(world.stream.name).then(
        () => true,
        () => false,
      ),
    );
    await recordHome('timeline = 0');
    const { append, guard } = await startAppending();
    await append();
    expect(guard.loss).toBeUndefined();
    await world.consumers();
    await world.untilSeenOnce();
  });

  it("a log waits for an operator if its transaction ids are ahead of the server's", async () => {
    const { relay } = await readForty();
    await relay.stop();
    await (await world.manager()).streams.purge(world.stream.name);
    await owner.query(`update events set txid = '900000000000'::xid8`);
    const whole = await world.relay();
    await eventually('the relay refuses', () => whole.status().error?.includes('transaction ids') === true);
    const service = await startAppending();
    await refusedFor(service, 'transaction ids lie before its own');
    await recover();
    await service.append();
    await world.untilStreamed();
  });

  it('a moved log accepts writes after its recovery, even if its stream is empty', async () => {
    const { relay } = await readForty();
    await relay.stop();
    await recover();
    await (await world.manager()).streams.purge(world.stream.name);
    const { append } = await startAppending();
    await append();
    await world.relay();
    await world.untilSeenOnce();
  });
});

describe('a recovery', () => {
  it('a recovery may be repeated, and works without a running relay', async () => {
    const { relay, consumers } = await readForty();
    await relay.stop();
    await consumers.stop();
    await loseTail();
    await recover();
    const again = await recover();
    expect(again[0]).toMatch(/nothing is missing$/);
    expect(again.at(-2)).toBe('gamification.seen: stands where it stood');
    await world.consumers();
    await world.untilSeenOnce();
  });

  it('a recovery needs the owner of the tables', async () => {
    const client = await world.sourcePool.connect();
    await expect(client.query('update store_epoch set epoch = 2')).rejects.toMatchObject({ code: '42501' });
    const raise = async () => (await client.query<{ epoch: number | null }>('select raise_epoch() as epoch')).rows;
    await recordHome('timeline = 1');
    expect(await raise()).toEqual([{ epoch: null }]);
    await recordHome('timeline = 0');
    await client.query('create temp table store_epoch as select 7 as epoch, 0 as timeline');
    expect(await raise()).toEqual([{ epoch: 2 }]);
    expect(await raise()).toEqual([{ epoch: null }]);
    client.release(true);
  });
});
