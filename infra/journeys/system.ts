import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@hearsay/testing';
import pg from 'pg';
import type { System } from '../local/bring-up.ts';
import { type DatabaseService, rolesOf, services } from '../local/service-list.ts';

export type { System } from '../local/bring-up.ts';

export const queryRows = async <R extends pg.QueryResultRow>(
  { databaseUrls }: System,
  service: DatabaseService,
  text: string,
  values: unknown[] = [],
): Promise<R[]> => {
  const client = new pg.Client({ connectionString: databaseUrls[service] });
  await client.connect();
  const { rows } = await client.query<R>(text, values).finally(() => client.end());
  return rows;
};

export const readLogText = ({ files }: System): string =>
  readdirSync(files.logs)
    .filter((name) => services.some((service) => new RegExp(`^${service}(-\\d+)?\\.log`).test(name)))
    .map((name) => readFileSync(join(files.logs, name), 'utf8'))
    .join('\n');

/** Kills a process without a restart. @returns a function that starts it again and resolves when it answers */
export const killWithoutRestart = async (system: System, role: string): Promise<() => Promise<void>> => {
  system.kill(role);
  const spec = await system.supervisor.stop(role);
  return () => system.supervisor.start(spec);
};

export const killAndAwaitRestart = async (system: System, role: string, signal?: NodeJS.Signals): Promise<void> => {
  const victim = system.pids[role];
  system.kill(role, signal);
  await eventually(`another ${role}`, () => system.pids[role] !== undefined && system.pids[role] !== victim);
  await system.whenReady(role);
};

const isReady = async (system: System, role: string): Promise<boolean> => {
  const port = system.ports[`${role}Health`] ?? system.ports[role];
  const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return answer?.status === 200;
};

const rolesOfAll = ({ ports }: System): string[] => services.flatMap((service) => rolesOf(service, ports));

export const untilAllServicesReady = (system: System): Promise<void> =>
  eventually('every service is ready', async () =>
    (await Promise.all(rolesOfAll(system).map((role) => isReady(system, role)))).every(Boolean),
  );
