import type { System } from '../local/bring-up.ts';
import { settlingOf, untilSettled } from '../local/settled.ts';
import { untilEverybodyIsReady } from './system.ts';

/** Resolves when everything that the acts of before lead to has happened, also behind processes that have just been started again. */
export const settled = async (system: System, withinMs?: number): Promise<void> => {
  await untilEverybodyIsReady(system);
  await untilSettled(settlingOf(system), withinMs);
};
