import { setTimeout as pause } from 'node:timers/promises';
import { problemsAfter, problemsFrom } from '../cluster/checks.ts';
import { startCluster } from '../cluster/cluster.ts';
import { prepareLoad } from '../cluster/load.ts';
import type { Client } from '../journeys/client.ts';
import { ResumingViewer } from '../journeys/resuming-viewer.ts';
import { untilReadyAndSettled } from '../journeys/settled.ts';
import { readLogText, type System } from '../journeys/system.ts';
import { databaseServices, rolesOf } from '../local/service-list.ts';
import type { SystemOptions } from '../local/system.ts';
import type { Release } from './release.ts';
import { columnsOf, replayProblems } from './replay.ts';
import { Rollout } from './rollout.ts';
import { Story } from './story.ts';

const people = { peopleCount: 10, everyMs: 800, isForRelease090: true };
const warmUpMs = 1500;
const settledWithinMs = 60_000;
/** The level of errors in pino's log lines. */
const errorLevel = 50;
const maxPrinted = 8;

export interface Upgrade {
  readonly earlier: Release;
  readonly later: Release;
  /** Checks the system after the downgrade. */
  readonly check?: (system: System) => Promise<void>;
}

const told = (what: string, all: readonly string[]): string[] =>
  all.length === 0 ? [] : [`${all.length} ${what}:\n  ${all.slice(0, maxPrinted).join('\n  ')}`];

const errorsIn = (logs: string): string[] =>
  logs
    .split('\n')
    .filter((line) => line.startsWith('{') && (JSON.parse(line) as { level: number }).level >= errorLevel);

const failuresOf = (clients: readonly Client[]): string[] => clients.flatMap(({ failed }) => failed);

/**
 * Keeps one process per service, because a process of release 0.9.0 does not know how far consumers of another one are.
 */
const stopSecondProcesses = async ({ ports, supervisor }: System): Promise<void> => {
  const roles = databaseServices.flatMap((service) => rolesOf(service, ports).slice(1));
  await Promise.all(roles.map((role) => supervisor.stop(role)));
};

/** Replaces each process of a system under load by the later release, then by the earlier release again. */
export const upgradeAndBack = async ({ earlier, later, check }: Upgrade, options: SystemOptions) => {
  const { log = () => {} } = options;
  const roots = new Map<string, string>();
  const rootOf = (role: string) => roots.get(role) ?? earlier.root;
  const cluster = await startCluster({ processesEach: 2, durable: false, root: earlier.root, rootOf, ...options });
  try {
    const { system, url } = cluster;
    const problems: string[] = [];
    const attempt = async (what: string, act: () => Promise<unknown>) => {
      problems.push(...(await problemsFrom(what, act)));
    };
    const rollout = new Rollout(cluster, roots);
    const columns = await columnsOf(system);
    const load = await prepareLoad(url, 'the upgrade', people);
    const story = await Story.begin(system, url);
    const clients = [...load.acts.people, ...story.people];
    const [first] = load.acts.questions;
    const viewers = load.acts.people.slice(0, 2).map((person) => new ResumingViewer(person, first!.question.id));
    load.start();
    await pause(warmUpMs);

    await rollout.expand(later.root);
    log(`The tables are expanded, ${load.acknowledged} acts`);
    let replaced = 0;
    for (const [release, direction] of [
      [later, 'up'],
      [earlier, 'down'],
    ] as const) {
      await rollout.replaceAll(release.root, direction, async (role) => {
        replaced += 1;
        const failures = failuresOf(clients).length;
        await attempt(`${release.name} in ${role}`, () => story.continueStory());
        const failed = failures > 0 ? `, ${failures} FAILED` : '';
        log(`${role}: ${release.name}, ${load.acknowledged} acts${failed}`);
        // The gateways are replaced last, so both still run the earlier release here.
        if (direction === 'up' && role === 'notification-2') await attempt('a role', () => story.grantAmbassador());
      });
      if (direction === 'up') await attempt('acts of the later release', () => story.actAsOnlyLaterReleases());
    }
    await attempt('an act', () => load.stop());
    problems.push(...told('failed requests', failuresOf(clients)));

    await stopSecondProcesses(system);
    await attempt('not settled', () => untilReadyAndSettled(system, settledWithinMs));
    problems.push(...(await problemsAfter(cluster, load, viewers)));
    await Promise.all(viewers.map((viewer) => viewer.end()));
    if (check) await attempt('the later release', () => check(system));
    log('Rebuilding every read model …');
    await attempt('replay', async () => problems.push(...(await replayProblems(system, later.root, columns))));
    problems.push(...told('errors in logs', errorsIn(readLogText(system))));
    return { replaced, acts: load.acknowledged, problems };
  } finally {
    await cluster.stop();
  }
};
