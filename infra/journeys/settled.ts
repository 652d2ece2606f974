import type { System } from '../local/bring-up.ts';
import { untilSettled } from '../local/settled.ts';
import { untilAllServicesReady } from './system.ts';

/** Resolves after all effects of earlier acts. Waits for restarting processes first. */
export const settled = async (system: System, withinMs?: number): Promise<void> => {
  await untilAllServicesReady(system);
  await untilSettled(system, withinMs);
};
