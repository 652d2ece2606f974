import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventually } from '@hearsay/testing';
import { expect } from '@jest/globals';
import { boosts, type World } from './world.suite.js';

const rounds = 5;
const eventsPerRound = 400;

const startProcess = async (world: World): Promise<ChildProcess> => {
  const file = fileURLToPath(new URL('./relay-process.suite.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@hearsay/source', '--import', '@oxc-node/core/register', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SOURCE_URL: world.sourceDatabase.url,
      TARGET_URL: world.targetDatabase.url,
      NATS_URL: world.natsUrl,
      PREFIX: world.prefix,
    },
  });
  world.onEnd(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
};

/** Kills processes (SIGKILL) while they publish and apply events. The last process finishes the work. */
export const killedRelays = async (world: World): Promise<void> => {
  const manager = await world.manager();
  const streamed = async () =>
    (await manager.streams.info(world.stream.name).catch(() => undefined))?.state.messages ?? 0;
  for (let round = 1; round <= rounds; round += 1) {
    const already = await streamed();
    const child = await startProcess(world);
    const appending = (async () => {
      for (let part = 0; part < 20; part += 1) await world.append(boosts(eventsPerRound / 20));
    })();
    // Later in each round: before the first acknowledgement, between two, while the projector is still behind.
    await eventually('some are published', async () => (await streamed()) > already + 12 * (round - 1));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await appending;
  }
  const last = await startProcess(world);
  await world.untilStreamed();
  await world.untilSeenOnce();
  expect((await world.seen()).size).toBe(rounds * eventsPerRound);
  last.kill('SIGKILL');
  await once(last, 'exit');
};
