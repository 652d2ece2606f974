import { startSystem } from '../local/system.mjs';

export type System = Awaited<ReturnType<typeof startSystem>>;

/** A start with an empty compiler cache on a busy machine takes so long. */
export const startPatienceMs = 300_000;
export const stopPatienceMs = 60_000;

/** A whole running system of its own. */
export const startJourney = (options: Parameters<typeof startSystem>[0] = {}): Promise<System> => startSystem(options);
