import { Boosted, XpEarned } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { withLostMessages } from './disturbed-connection.suite.js';
import { readWholeLog } from './ledger.suite.js';
import { noteReactor } from './notes.suite.js';
import { onEachNatsVersion } from './set-up.suite.js';
import { boostEvents, projectorWith, untilCaughtUp } from './world.suite.js';

await onEachNatsVersion((world) => {
  const notes = noteReactor();
  const noted = () => readWholeLog(world.targetPool);

  it('a reactor passes on the correlation id, and names the event as the cause', async () => {
    const [id] = await world.append(boostEvents(1));
    await world.relay();
    await world.consumers([notes]);
    await eventually('it is noted', async () => (await noted()).length === 1);
    expect((await noted())[0]!.meta).toEqual({
      occurredAt: '2026-11-21T10:00:00.000Z',
      actor: null,
      correlationId: `correlation-${id}`,
      causationId: id,
    });
  });

  it('a reactor repeats no command when it gets its events again', async () => {
    const ids = await world.append(boostEvents(250));
    await world.relay();
    const first = await world.consumers([notes]);
    await eventually('all are noted', async () => (await noted()).length === 250);
    await first.stop();
    await world.targetPool.query(
      `update consumer_checkpoints set epoch = 0, txid = '0', position = 0, sequence_hint = 0`,
    );
    const second = await world.consumers([notes]);
    await untilCaughtUp(second);
    expect((await noted()).map((event) => event.data.boostId).sort()).toEqual([...ids].sort());
  });

  it('one process runs a consumer, and another continues when the first one stops', async () => {
    const { consumers: first } = await world.readBoosts(20);
    const second = await world.consumers();
    await world.append(boostEvents(20));
    await world.untilSeenOnce();
    expect(second.status()).toMatchObject([{ isRunning: false }]);
    await world.targetPool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
         and database = (select oid from pg_database where datname = current_database())`,
    );
    await world.append(boostEvents(20));
    await world.untilSeenOnce();
    await first.stop();
    await world.append(boostEvents(20));
    await world.untilSeenOnce();
    expect(second.status()).toMatchObject([{ isRunning: true }]);
  });

  it('a consumer is caught up only when its process has applied all events', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const waiting = projectorWith(() => opened);
    await world.relay();
    const first = await world.consumers([waiting]);
    await eventually('it runs', () => first.status()[0]!.isRunning);
    const second = await world.consumers([waiting]);
    await untilCaughtUp(second);
    await world.append(boostEvents(3));
    await world.untilStreamed();
    expect(await second.behind()).toEqual(['seen']);
    open();
    await untilCaughtUp(second);
    expect((await world.seen()).size).toBe(3);
    expect(second.status()).toMatchObject([{ isRunning: false }]);
  });

  it('a consumer waits for a source that does not exist yet', async () => {
    const running = await world.consumers();
    await untilCaughtUp(running);
    await world.append(boostEvents(3));
    await world.relay();
    await world.untilSeenOnce();
  });

  it('a consumer of an event that never leaves its log is refused at the start', async () => {
    await expect(world.consumers([{ ...notes, events: [Boosted, XpEarned] }])).rejects.toThrow(
      'XpEarned, which is internal',
    );
  });

  it('a consumer fetches a lost message again before it applies later ones', async () => {
    const order: string[] = [];
    const ordered = projectorWith((events) => order.push(...events.map((event) => event.eventId)));
    await world.append(boostEvents(30));
    await world.relay({ eventsInMessage: 1 });
    await world.untilStreamed();
    const connection = withLostMessages(await world.connect(), (number) => number === 12 || number === 25);
    await world.consumers([ordered], { connection });
    await world.untilSeenOnce();
    expect(order).toEqual(await world.log());
  });

  it('a consumer ignores a wrong hint in its checkpoint', async () => {
    const { consumers: first } = await world.readBoosts(40, { eventsInMessage: 1 });
    await first.stop();
    await world.targetPool.query('update consumer_checkpoints set sequence_hint = 33');
    await world.append(boostEvents(10));
    await world.consumers();
    await world.untilSeenOnce();
  });
});
