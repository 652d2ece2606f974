import { once } from 'node:events';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import { pause } from '../runtime/pause.js';
import { consumerNames, recordingProjector } from './leases.suite.js';
import { startProcess } from './processes.suite.js';
import { useWorld } from './set-up.suite.js';
import { boostEvents, target, untilCaughtUp } from './world.suite.js';

const world = useWorld();
const movesWithinMs = 5000;

const holdersOf = async (): Promise<Record<string, number>> => {
  const { rows } = await world.targetPool.query<{ process: string; held: number }>(
    `select application_name as process, count(*)::int as held from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objsubid = 1 and (classid::bigint << 32 | objid::bigint) in
       (select hashtextextended($1 || name, 0) from unnest($2::text[]) name)
     group by 1`,
    [`consumer:${target}.`, consumerNames],
  );
  return Object.fromEntries(rows.map(({ process, held }) => [process, held]));
};
const areHeld = (expected: Record<string, number>, withinMs?: number) => {
  let last = {};
  const what = () => `leases ${JSON.stringify(expected)}, not ${JSON.stringify(last)}`;
  const isSo = async () => {
    last = await holdersOf();
    return Object.entries(expected).every(([name, held]) => last[name as never] === held);
  };
  return eventually(what, isSo, withinMs);
};
const start = (NAME: string, more = {}) => startProcess(world, './consumers-process.suite.ts', { NAME, ...more });

/**
 * Appends events during `work`. Afterwards every consumer must have applied each event once, in one process at a time.
 */
const whileEventsCome = async (work: () => Promise<void>): Promise<void> => {
  let isDone = false;
  const appending = (async () => {
    while (!isDone) {
      await world.append(boostEvents(5));
      await pause(50);
    }
  })();
  await work().finally(() => {
    isDone = true;
  });
  await appending;
  const expected = (await world.log()).length * consumerNames.length;
  const count = async (condition: string) =>
    (await world.targetPool.query<{ count: number }>(`select count(*)::int from seen where ${condition}`)).rows[0]!
      .count;
  await eventually('every consumer has every event', async () => (await count('true')) >= expected);
  expect([await count('true'), await count('times > 1 or version = 0')]).toEqual([expected, 0]);
};

it('leases spread evenly over processes, and move when a process is killed', async () => {
  await world.relay();
  await whileEventsCome(async () => {
    await start('first');
    await areHeld({ first: 6 });
    const second = await start('second');
    await areHeld({ first: 3, second: 3 });
    second.kill('SIGKILL');
    await once(second, 'exit');
    await areHeld({ first: 6 }, movesWithinMs);
    await start('third');
    await areHeld({ first: 3, third: 3 });
  });
  // A process also knows whether consumers in other processes have caught up.
  await untilCaughtUp(await world.consumers(consumerNames.map(recordingProjector)));
});

it('leases leave a silent process, which applies no event twice when it wakes', async () => {
  await world.relay();
  await whileEventsCome(async () => {
    await start('first');
    const second = await start('second');
    await areHeld({ first: 3, second: 3 });
    second.kill('SIGSTOP');
    await areHeld({ first: 6 });
    second.kill('SIGCONT');
    await areHeld({ first: 3, second: 3 });
  });
});
