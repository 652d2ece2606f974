import { eventually } from '@hearsay/testing';
import { startSystem } from '../local/system.ts';

export type System = Awaited<ReturnType<typeof startSystem>>;

/** A start with an empty compiler cache on a busy machine takes so long. */
export const startTimeoutMs = 300_000;
export const stopTimeoutMs = 60_000;
const returnTimeoutMs = 30_000;

/** A whole running system of its own. */
export const startJourney = (options: Parameters<typeof startSystem>[0] = {}): Promise<System> => startSystem(options);

/** Kills a role and keeps it away; what is answered brings it back and resolves when it answers. */
export const takeAway = async (system: System, role: string): Promise<() => Promise<void>> => {
  system.kill(role);
  const spec = await system.supervisor.stop(role);
  return () => system.supervisor.start(spec);
};

/** Kills a role as `kill -9` does and waits until its successor answers. */
export const killAndReturn = async (system: System, role: string): Promise<void> => {
  const victim = system.pids[role];
  system.kill(role);
  await eventually(`another ${role}`, () => system.pids[role] !== undefined && system.pids[role] !== victim, returnTimeoutMs);
  await system.whenReady(role);
};
