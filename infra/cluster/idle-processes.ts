import type { Cluster } from './cluster.ts';

const answered = /^hearsay_(?:call|http)_seconds_count(?:\{[^}]*\})? (\d+)/gm;

const answersOf = async ({ system: { ports } }: Cluster, role: string): Promise<number> => {
  const metrics = await fetch(`http://127.0.0.1:${ports[`${role}Health`] ?? ports[role]}/metrics`);
  return [...(await metrics.text()).matchAll(answered)].reduce((sum, [, answers]) => sum + Number(answers), 0);
};

/** Processes that have answered no call since their start. */
export const idleProcesses = async (cluster: Cluster): Promise<string[]> => {
  const answers = await Promise.all(cluster.roles.map((role) => answersOf(cluster, role)));
  return cluster.roles.filter((_, index) => answers[index] === 0);
};
