import { Boosted } from '@hearsay/contracts';
import { eventually } from '@hearsay/testing';
import { beforeEach, expect, it } from '@jest/globals';
import type { Projector, Reactor } from '../consumers/consumer-definitions.js';
import { type DeadLetter, readDeadLetters, replayDeadLetters } from '../consumers/dead-letters.js';
import { runOperator } from '../operator.js';
import { HaltingError } from '../runtime/failures.js';
import { outlastTimeout, readWholeLog } from './ledger.suite.js';
import { noteReactor } from './notes.suite.js';
import { onEachNatsVersion } from './set-up.suite.js';
import { boostEvents, projectorWith, seenProjector, target, untilCaughtUp } from './world.suite.js';

await onEachNatsVersion((world) => {
  let isFailing: boolean;
  beforeEach(() => {
    isFailing = true;
  });
  const notes = noteReactor((event) => isFailing && event.data.bad === true);
  const picky = projectorWith((events) => {
    if (isFailing && events.some((event) => event.data.bad === true)) throw new Error('this one cannot be read');
  });
  const withBadOnes = (count: number, bad: readonly number[]) =>
    boostEvents(count).map((event, index) => ({ ...event, data: bad.includes(index) ? { bad: true } : {} }));
  const letters = () => readDeadLetters(world.targetPool);
  const replay = async (consumer: Projector | Reactor, which?: readonly DeadLetter[]) => {
    const { targetPool: pool, pipeline } = world;
    return replayDeadLetters({ pool, pipeline, consumers: [consumer] }, which ?? (await letters()));
  };
  const noted = () => readWholeLog(world.targetPool);

  it('a projector makes a dead letter of a bad event, continues, and can replay it', async () => {
    const ids = await world.append(withBadOnes(12, [3, 7]));
    await world.relay();
    const running = await world.consumers([picky]);
    await eventually('everything else is applied', async () => (await world.seen()).size === 10);
    await untilCaughtUp(running);
    const waiting = await letters();
    expect(waiting.map((letter) => letter.event.eventId).sort()).toEqual([ids[3]!, ids[7]!].sort());
    expect(waiting[0]).toMatchObject({
      consumer: 'seen',
      attempts: 5,
      error: 'this one cannot be read',
    });
    const failed = await replay(picky, [waiting[0]!]);
    expect(failed).toEqual({ replayed: [], failed: [{ id: waiting[0]!.id, error: 'this one cannot be read' }] });
    isFailing = false;
    expect((await replay(picky)).replayed).toHaveLength(2);
    await world.untilSeenOnce();
    expect(await letters()).toEqual([]);
  });

  it('a reactor makes a dead letter of a failed decision, and commits all others', async () => {
    const ids = await world.append(withBadOnes(30, [5]));
    await world.relay();
    const running = await world.consumers([notes]);
    await eventually('everything else is noted', async () => (await noted()).length === 29);
    await untilCaughtUp(running);
    expect(await letters()).toMatchObject([
      { event: { eventId: ids[5] }, error: 'The command note broke: cannot read a timeout of nothing' },
    ]);
    isFailing = false;
    await replay(notes);
    await replay(notes);
    expect((await noted()).map((event) => event.data.boostId).sort()).toEqual([...ids].sort());
  });

  it('a consumer waits for the end of a database outage, without a dead letter', async () => {
    const shown: { isAway: boolean; attempts: number } = { isAway: true, attempts: 0 };
    const away = projectorWith(async (_events, tx) => {
      if (!shown.isAway) return;
      shown.attempts += 1;
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await world.append(boostEvents(10));
    await world.relay();
    const running = await world.consumers([away]);
    await eventually('more attempts than poison is given', () => shown.attempts > 5);
    expect(running.status()[0]!.error).not.toBeNull();
    shown.isAway = false;
    await world.untilSeenOnce();
    expect(await letters()).toEqual([]);
  });

  it('a consumer halves a slow batch of events until each half is fast enough', async () => {
    const tried: number[] = [];
    const slow = projectorWith(async (events, tx) => {
      tried.push(events.length);
      if (events.length > 3) await outlastTimeout(tx);
    });
    await world.append(boostEvents(20));
    await world.relay();
    await world.untilStreamed();
    const running = await world.consumers([slow]);
    await world.untilSeenOnce();
    await untilCaughtUp(running);
    expect(Math.max(...tried)).toBeGreaterThan(3);
    expect(await letters()).toEqual([]);
  });

  it('a consumer retries a single event that takes too long, without a dead letter', async () => {
    let attempts = 0;
    const slow = projectorWith(async (events, tx) => {
      if (!isFailing || !events.some((event) => event.data.bad === true)) return;
      attempts += events.length === 1 ? 1 : 0;
      await outlastTimeout(tx);
    });
    await world.append(withBadOnes(12, [5]));
    await world.relay();
    await world.consumers([slow]);
    await eventually('more attempts than poison is given', () => attempts > 5);
    expect((await world.seen()).size).toBe(5);
    isFailing = false;
    await world.untilSeenOnce();
    expect(await letters()).toEqual([]);
  });

  it('an operator lists, replays and discards dead letters and rebuilds by name', async () => {
    const ids = await world.append(withBadOnes(4, [0, 1]));
    await world.relay();
    const running = await world.consumers([picky]);
    await eventually('two letters wait', async () => (await letters()).length === 2);
    await untilCaughtUp(running);
    const lines: string[] = [];
    const { ownerUrl, role } = world.targetDatabase;
    const connection = await world.connect();
    const dependencies = {
      service: target,
      pool: world.targetPool,
      pipeline: world.pipeline,
      connection,
      subjectPrefix: world.prefix,
      readModels: [],
      ownerUrl,
      role,
    };
    const noted: string[] = [];
    const note = async (act: string, of: string) => void noted.push(`${act} ${of}`);
    const operate = (...argv: string[]) =>
      runOperator(argv, { ...dependencies, consumers: [picky, notes], print: (line) => lines.push(line), note });
    expect(await operate('dead-letters', 'list')).toBe(0);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe('gamification: 2 dead letters');
    const [id] = lines[0]!.split(' ');
    for (const wrong of [['list', 'all'], ['replay'], ['discard'], ['replay', 'all', id!], ['burn', id!], []])
      expect([wrong, await operate('dead-letters', ...wrong)]).toEqual([wrong, 64]);
    expect(await operate('dead-letters', 'replay', 'nobody')).toBe(1);
    expect(lines.slice(-2)).toEqual([
      'nobody: no dead letter that waits has this id',
      'gamification: 0 replayed, 0 failed again',
    ]);
    // Lists and unknown commands are not audited.
    expect(noted).toEqual([]);
    expect(await operate('dead-letters', 'discard', id!)).toBe(0);
    expect(await operate('dead-letters', 'discard', id!)).toBe(1);
    expect(await operate('dead-letters', 'replay', 'all')).toBe(1);
    isFailing = false;
    expect(await operate('dead-letters', 'replay', 'all')).toBe(0);
    expect((await world.seen()).size).toBe(3);
    expect(await operate('rebuild', 'gamification.seen')).toBe(0);
    expect(new Set((await world.seen()).keys())).toEqual(new Set(ids));
    expect(await operate('rebuild', 'gamification.notes')).toBe(64);
    expect(lines.at(-1)).toBe('gamification has nothing named gamification.notes: gamification.seen');
    expect(await operate('dance')).toBe(64);
    const letter = (number: number) => `${target}.${picky.name} ${Boosted.type} ${ids[number]}`;
    expect(noted).toEqual([
      `dead-letter-discarded ${letter(0)}`,
      `dead-letter-retried ${letter(1)}`,
      `dead-letter-retried ${letter(1)}`,
      'rebuild-started gamification.seen',
    ]);
    const lost = new Error('The audit is away');
    const unaudited = { ...dependencies, consumers: [picky], print: () => {}, note: () => Promise.reject(lost) };
    await expect(runOperator(['rebuild', 'gamification.seen'], unaudited)).rejects.toBe(lost);
  });

  it('a consumer continues in the middle of a message after a restart', async () => {
    // All later events are bad too, so the consumer applies none of them, even after the first dead letter.
    const bad = Array.from({ length: 20 }, (_value, index) => 20 + index);
    const ids = await world.append(withBadOnes(40, bad));
    await world.relay();
    const first = await world.consumers([picky]);
    await eventually('it stands before the bad ones', async () => (await world.seen()).size === 20);
    await first.stop();
    const { rows } = await world.targetPool.query(
      `select sequence_hint::int as hint, (select count(*)::int from seen) as applied from consumer_checkpoints where consumer = 'seen'`,
    );
    expect(rows).toEqual([{ hint: 1, applied: 20 }]);
    isFailing = false;
    await replay(picky);
    await world.consumers([picky]);
    await world.untilSeenOnce();
    expect(await letters()).toEqual([]);
    expect(new Set((await world.seen()).keys())).toEqual(new Set(ids));
  });

  const withoutKey = projectorWith((events) => {
    if (events.some((event) => event.data.sealed === true))
      throw new HaltingError('Sealed with a key that is not here');
  });
  const sealedAt = (place: number) =>
    boostEvents(8).map((event, index) => ({ ...event, data: index === place ? { sealed: true } : {} }));
  it('an unreadable event halts a consumer, is reported once and makes no dead letter', async () => {
    const log = { lines: [] as string[], gauge: [] as number[] };
    await world.append(sealedAt(3));
    await world.relay();
    const running = await world.consumers([withoutKey], {
      log: { info: () => {}, warn: () => {}, error: (_details, text) => void log.lines.push(text) },
      metrics: {
        consumerLag: { set: () => {} },
        deadLetters: { set: () => {} },
        consumerHalted: { set: (_labels, isHalted) => void log.gauge.push(isHalted) },
      },
    });
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    await eventually('the halt is shown', () => log.gauge.at(-1) === 1);
    expect(running.status()).toMatchObject([{ isRunning: false, error: 'Sealed with a key that is not here' }]);
    await eventually('its lag is seen', () => running.status()[0]!.lag > 0);
    expect(log.lines).toEqual(['The consumer has halted: this process cannot read an event']);
    expect(await letters()).toEqual([]);
    expect(await running.behind()).not.toEqual([]);
  });

  it('a halted consumer is left to a process that has the seal key', async () => {
    await world.append(sealedAt(3));
    await world.relay();
    await world.consumers([withoutKey]);
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    await world.consumers([seenProjector]);
    await world.untilSeenOnce();
  });

  it('a consumer halts at an event of a newer release', async () => {
    await world.append(boostEvents(3));
    await world.append(boostEvents(1).map((event) => ({ ...event, schemaVersion: 99 })));
    await world.relay();
    const running = await world.consumers();
    await eventually('it has halted', () => running.status()[0]!.error !== null);
    await eventually('what lies before the event is applied', async () => (await world.seen()).size === 3);
    expect(running.status()[0]!.error).toBe('Boosted has version 99, which this release does not know');
    expect(await letters()).toEqual([]);
  });
});
