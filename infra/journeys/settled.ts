import type { System } from '../local/bring-up.ts';
import { untilSettled } from '../local/settled.ts';
import { untilAllServicesReady } from './system.ts';

/** Waits until restarting processes are ready, then until all effects of earlier acts are done. */
export const untilReadyAndSettled = async (system: System, withinMs?: number): Promise<void> => {
  await untilAllServicesReady(system);
  await untilSettled(system, withinMs);
};
