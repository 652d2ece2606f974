import { eventually } from '@hearsay/testing';
import type { System } from '../local/bring-up.ts';
import { services } from '../local/service-list.ts';
import { type SystemOptions, startSystem } from '../local/system.ts';

export type { System } from '../local/bring-up.ts';

// Limits that only end what would never end: nothing here promises a speed.
/** A start with an empty compiler cache on a busy machine takes minutes. */
export const startTimeoutMs = 600_000;
export const stopTimeoutMs = 120_000;
export const caseTimeoutMs = 600_000;

/** A whole running system of its own. */
export const startJourney = (options: SystemOptions = {}): Promise<System> => startSystem(options);

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
  await eventually(`another ${role}`, () => system.pids[role] !== undefined && system.pids[role] !== victim);
  await system.whenReady(role);
};

const isReady = async (system: System, service: string): Promise<boolean> => {
  const port = system.ports[service === 'gateway' ? 'gatewayHealth' : service];
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
};

/** Resolves when every service has found its servers again. */
export const untilEverybodyIsReady = (system: System): Promise<void> =>
  eventually('every service is ready', async () =>
    (await Promise.all(services.map((service) => isReady(system, service)))).every(Boolean),
  );
