import { once } from 'node:events';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { isRelayed, Relay } from '../relay/relay.js';
import { streamInfo } from '../stream/event-stream.js';
import { withLostMessages } from './disturbed-connection.suite.js';
import { silentLog } from './ledger.suite.js';
import { startProcess } from './processes.suite.js';
import { onEachNatsVersion } from './set-up.suite.js';
import { boostEvents, createPool, source } from './world.suite.js';

await onEachNatsVersion((world, server) => {
  it('a relay packs waiting events into few messages, and sends a single event at once', async () => {
    await world.append(boostEvents(700));
    await world.relay();
    await world.untilStreamed();
    await world.append(boostEvents(1));
    await world.untilStreamed();
    // The relay reads 512 and then 188 events. A message has at most 256.
    expect(await world.messages()).toHaveLength(2 + 1 + 1);
  });

  it('a relay publishes data in the stored form and version', async () => {
    // JavaScript cannot represent this number exactly, so a JSON parser would change it.
    const data = '{"number": 12345678901234567890, "discussionId": "ä\\u0001"}';
    const relay = await world.relay({ relayedTypes: ['ReplyPosted'] });
    await eventually('it leads', () => relay.status().isLeader);
    // Nothing wakes the relay, so it finds this event by itself.
    await world.sourcePool.query(
      `insert into events (epoch, event_id, stream, version, type, schema_version, data, meta)
       values (1, gen_random_uuid(), 'reply-"1"', 1, 'ReplyPosted', 1, $1::jsonb, '{"actor": null}')`,
      [data],
    );
    await world.untilStreamed();
    const [message] = await world.messages();
    expect(message!.string()).toContain('"number": 12345678901234567890');
    expect(JSON.parse(message!.string())).toMatchObject([
      { stream: 'reply-"1"', schemaVersion: 1, data: { discussionId: 'ä\u0001' } },
    ]);
  });

  it('a relay has a lag while a relayed event is unpublished, but not for other events', async () => {
    await world.append([{ stream: 'a', version: 1, type: 'ReadByNobodyElse' }, ...boostEvents(1)]);
    const log = {
      pool: world.sourcePool,
      connection: await world.connect(),
      service: source,
      subjectPrefix: world.prefix,
    };
    await eventually('it is behind', async () => !(await isRelayed(log)));
    await world.relay();
    await eventually('it is relayed', () => isRelayed(log));
    await world.append([{ stream: 'a', version: 2, type: 'ReadByNobodyElse' }]);
    await eventually('it is not behind', () => isRelayed(log));
  });

  it.each([
    ['emptied', 'purge'],
    ['deleted', 'delete'],
  ] as const)('a relay fills the stream again when it was %s', async (_how, act) => {
    const { relay } = await world.readBoosts(30);
    await (await world.manager()).streams[act](world.stream.name);
    await world.append(boostEvents(5));
    await world.untilStreamComplete();
    await world.untilSeenOnce();
    expect(relay.status().isLeader).toBe(true);
  });

  it('a relay continues after NATS was killed and started again', async () => {
    await world.readBoosts(100);
    await server().kill();
    await world.append(boostEvents(100));
    await server().start();
    await world.untilStreamed();
    await world.untilSeenOnce();
  });

  it('one relay leads, and another takes over when the first one stops', async () => {
    // The timeout is long, because a message with a late acknowledgement would be published and counted twice.
    const acknowledgeWithinMs = 60_000;
    const first = await world.relay({ acknowledgeWithinMs });
    await eventually('the first relay leads', () => first.status().isLeader);
    const second = await world.relay({ acknowledgeWithinMs });
    await world.append(boostEvents(20));
    await world.untilStreamed();
    expect(second.status()).toMatchObject({ isLeader: false, published: 0 });
    await first.stop();
    await world.append(boostEvents(20));
    await world.untilStreamed();
    await eventually('all is acknowledged', () => second.status().published >= 20);
    expect(second.status()).toMatchObject({ isLeader: true, published: 20 });
  });

  it.each([
    ['the first', 1, (number: number) => number === 1],
    ['one in the middle', 1, (number: number) => number === 20],
    ['the last', 1, (number: number) => number === 60],
    ['all of the first 4', 1, (number: number) => number <= 4],
    ['the first packed', 7, (number: number) => number === 1],
    ['one packed in the middle', 7, (number: number) => number === 5],
    ['all of the first 4 packed', 7, (number: number) => number <= 4],
  ])('a relay repeats no event after the loss of %s acknowledgement', async (_which, eventsInMessage, isLost) => {
    await world.append(boostEvents(60));
    const connection = withLostMessages(await world.connect(), isLost);
    const relay = await world.relay({ connection, acknowledgeWithinMs: 200, eventsInMessage });
    await world.consumers();
    await world.untilStreamed();
    await world.append(boostEvents(10));
    await world.untilStreamed();
    await world.untilSeenOnce();
    await eventually('the relay is well again', async () => relay.status().error === null && (await relay.lag()) === 0);
  });

  it('two leading relays at once publish each event once and in order', async () => {
    const owner = createPool(world.sourceDatabase.ownerUrl);
    // Replaces PostgreSQL's lock function. With this search path every process gets the lock.
    await owner.query(`create schema if not exists blind; grant usage on schema blind to public;
        create or replace function blind.pg_try_advisory_lock(bigint) returns boolean language sql as 'select true'`);
    await owner.end();
    const blind = createPool(world.sourceDatabase.url, { options: '-c search_path=blind,pg_catalog,public' });
    world.onEnd(() => blind.end());
    const relays: Relay[] = [];
    for (let index = 0; index < 2; index += 1) {
      const connection = await world.connect();
      const dependencies = { pool: blind, connection, service: source, subjectPrefix: world.prefix, log: silentLog };
      // The sizes differ, so that a relay's messages end in the middle of the other relay's messages.
      const relay = new Relay({ ...dependencies, eventsInMessage: 3 + 4 * index });
      relays.push(relay);
      world.onEnd(() => relay.stop());
    }
    await eventually('both lead', () => relays.every((relay) => relay.status().isLeader));
    await world.consumers();
    for (let round = 0; round < 20; round += 1) await world.append(boostEvents(40));
    await world.untilStreamed();
    await world.untilSeenOnce();
    expect(relays.reduce((sum, relay) => sum + relay.status().published, 0)).toBeLessThanOrEqual(800);
  });

  it('a relay continues after PostgreSQL has ended its connection', async () => {
    await world.append(boostEvents(10));
    const relay = await world.relay();
    await world.untilStreamed();
    await world.sourcePool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await world.append(boostEvents(10));
    await world.untilStreamed();
    expect(relay.status().isLeader).toBe(true);
  });

  it('relays publish each event once, however often they are killed', async () => {
    const rounds = 5;
    const eventsPerRound = 400;
    const manager = await world.manager();
    const streamed = async () => (await streamInfo(manager, world.stream))?.state.messages ?? 0;
    for (let round = 1; round <= rounds; round += 1) {
      const already = await streamed();
      const child = await startProcess(world, './relay-process.suite.ts');
      const appending = (async () => {
        for (let part = 0; part < 20; part += 1) await world.append(boostEvents(eventsPerRound / 20));
      })();
      // Each round kills later: before the first acknowledgement, between two, and while the projector is still behind.
      await eventually('some are published', async () => (await streamed()) > already + 12 * (round - 1));
      child.kill('SIGKILL');
      await once(child, 'exit');
      await appending;
    }
    const last = await startProcess(world, './relay-process.suite.ts');
    await world.untilStreamed();
    await world.untilSeenOnce();
    expect((await world.seen()).size).toBe(rounds * eventsPerRound);
    last.kill('SIGKILL');
    await once(last, 'exit');
  });

  it('a relay reports its own lag', async () => {
    await world.append(boostEvents(5));
    const relay = await world.relay();
    await world.untilStreamed();
    await server().kill();
    await world.append(boostEvents(10_600));
    await eventually('the lag is seen', async () => (await relay.lag()) === 10_600);
    await server().start();
    await eventually('the lag is worked off', async () => (await relay.lag()) === 0);
    await world.untilStreamed();
  });
});
