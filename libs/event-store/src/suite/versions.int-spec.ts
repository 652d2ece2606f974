import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@hearsay/testing';
import { expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/nats-core';
import { startProcess } from './processes.suite.js';
import { useWorld } from './set-up.suite.js';

const world = useWorld();

const start = (NAME: string, RELEASE: '1' | '2') =>
  startProcess(world, './versions-process.suite.ts', { NAME, RELEASE });
const kill = async (process: ChildProcess) => {
  process.kill('SIGKILL');
  await once(process, 'exit');
};

const storedVersions = async (key: string): Promise<number[]> => {
  const { rows } = await world.sourcePool.query<{ version: number }>(
    'select schema_version as version from events where stream = $1 order by version',
    [`boosters-${key}`],
  );
  return rows.map(({ version }) => version);
};

const clientOf = (connection: NatsConnection) => {
  const request = async (subject: string, data: object) =>
    (await connection.request(`${world.prefix}${subject}`, JSON.stringify(data), { timeout: 60_000 })).json<object>();
  return {
    add: (process: string, key: string, name: string) => request(`add.${process}`, { key, name }),
    state: (process: string) => request(`state.${process}`, {}) as Promise<{ asked: number; error: string | null }>,
  };
};

it('a service writes a new event version when all readers know it; older processes halt', async () => {
  const { add, state } = clientOf(await world.connect());
  const old = await start('old', '1');
  expect(await add('old', 'q', 'ann')).toEqual({ names: ['ann'] });
  const next = await start('next', '2');
  await eventually('the next release has asked often', async () => (await state('next')).asked > 5);
  expect(await add('next', 'q', 'bob')).toEqual({ names: ['ann', 'bob'] });
  expect(await add('old', 'q', 'cleo')).toEqual({ names: ['ann', 'bob', 'cleo'] });
  expect(await storedVersions('q')).toEqual([1, 1, 1]);

  await kill(old);
  let tries = 0;
  await eventually('a boost in the new version', async () => {
    tries += 1;
    await add('next', `try-${tries}`, `try-${tries}`);
    return (await storedVersions(`try-${tries}`))[0] === 2;
  });
  // The reader of the next release must not apply this event, so that the earlier reader receives it.
  const client = await world.targetPool.connect();
  await client.query('begin; lock table seen in exclusive mode');
  expect(await add('next', 'q', 'dan')).toEqual({ names: ['ann', 'bob', 'cleo', 'dan'] });
  expect(await storedVersions('q')).toEqual([1, 1, 1, 2]);
  await kill(next);
  await client.query('rollback');
  client.release();

  await start('late', '1');
  const halted = 'Boosted has version 2, which this release does not know';
  await eventually('the consumer has halted', async () => (await state('late')).error === halted);
  expect(await add('late', 'q', 'eve')).toEqual({ code: 'unavailable' });
  expect(await add('late', 'other', 'finn')).toEqual({ names: ['finn'] });

  await start('replacement', '2');
  expect(await add('replacement', 'q', 'eve')).toEqual({ names: ['ann', 'bob', 'cleo', 'dan', 'eve'] });
  await world.untilSeenOnce();
  const { rows } = await world.targetPool.query<{ name: string }>(
    `select stream as name from seen where stream not like 'try-%' order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['ann', 'bob', 'cleo', 'dan', 'eve', 'finn']);
});
