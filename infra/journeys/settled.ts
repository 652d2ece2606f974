import type { System } from '../local/bring-up.ts';
import { untilSettled } from '../local/settled.ts';
import { untilEverybodyIsReady } from './system.ts';

/** Resolves when all effects of earlier acts have happened, also in restarted processes. */
export const settled = async (system: System, withinMs?: number): Promise<void> => {
  await untilEverybodyIsReady(system);
  await untilSettled(system, withinMs);
};
