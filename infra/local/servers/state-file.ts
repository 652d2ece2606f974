import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Child } from './child.ts';
import { endProcess, identify, isAlive, type ProcessIdentity } from './process-identity.ts';
import { writeAtomically } from './write-atomically.ts';

interface RecordedChild extends ProcessIdentity {
  readonly role: string;
  readonly tier: number;
  readonly stopSignal: NodeJS.Signals;
}

interface RecordedState {
  readonly supervisor: ProcessIdentity | undefined;
  readonly children: readonly RecordedChild[];
}

/** The tiers of these children in the order in which they are stopped. */
export const tiersFromAbove = (children: readonly { readonly tier: number }[]): number[] =>
  [...new Set(children.map(({ tier }) => tier))].sort((a, b) => b - a);

/** Names the running children in the state file, so that the next start can end what a kill -9 of this process leaves behind. */
export const recordChildren = (stateFile: string, children: Iterable<Child>): void => {
  const running = [...children].flatMap(({ process: started, identity, spec }): RecordedChild[] =>
    started && identity ? [{ role: spec.role, tier: spec.tier, stopSignal: spec.stopSignal, ...identity }] : [],
  );
  mkdirSync(dirname(stateFile), { recursive: true });
  const state: RecordedState = { supervisor: identify(), children: running };
  writeAtomically(stateFile, JSON.stringify(state), 0o600);
};

const readState = (stateFile: string): RecordedState | undefined => {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as RecordedState;
  } catch {
    return undefined;
  }
};

/** Whether the supervisor that wrote the state file lives. Its pid may belong to another process by now. */
export const isSupervised = (stateFile: string): boolean => isAlive(readState(stateFile)?.supervisor);

/**
 * Ends what a supervisor that was killed has left behind; a living supervisor is left alone.
 * @returns the living supervisor, or the roles that were ended
 */
export const endLeftovers = async (stateFile: string): Promise<{ running?: ProcessIdentity; ended: string[] }> => {
  const state = readState(stateFile);
  if (!state) return { ended: [] };
  if (state.supervisor && isAlive(state.supervisor)) return { running: state.supervisor, ended: [] };
  const left = state.children.filter((child) => isAlive(child));
  for (const tier of tiersFromAbove(left)) {
    await Promise.all(left.filter((child) => child.tier === tier).map((child) => endProcess(child, child.stopSignal)));
  }
  rmSync(stateFile, { force: true });
  return { ended: left.map((child) => child.role) };
};
