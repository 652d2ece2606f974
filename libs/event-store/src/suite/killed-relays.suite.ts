import { once } from 'node:events';
import { eventually } from '@hearsay/testing';
import { expect } from '@jest/globals';
import { startProcess } from './processes.suite.js';
import { boostEvents, type World } from './world.suite.js';

const rounds = 5;
const eventsPerRound = 400;

/** Kills processes (SIGKILL) while they publish and apply events. The last process finishes the work. */
export const killedRelays = async (world: World): Promise<void> => {
  const manager = await world.manager();
  const streamed = async () =>
    (await manager.streams.info(world.stream.name).catch(() => undefined))?.state.messages ?? 0;
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
};
