import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '../../journeys/client.ts';
import { grantRole } from '../../journeys/roles.ts';
import type { System } from '../../local/bring-up.ts';
import { repository } from '../../local/paths.mjs';
import { say } from '../../local/progress.mjs';
import { type LoadProcess, startLoad } from '../load-process.ts';
import { type Community, type Filled, password, type Role, roles } from './community.ts';

type People = Readonly<Record<Role, Client>>;

/** A filled community with the people who are signed in to it. */
export interface Years extends Filled {
  readonly people: People;
  readonly load: LoadProcess;
}

/** Written last: a folder without it holds a filling that was interrupted. */
const markerOf = (home: string): string => join(home, 'years.json');

/** Makes the folder of a kept community. An interrupted filling is deleted. Answers whether it is filled already. */
export const prepareHome = (home: string): boolean => {
  if (existsSync(markerOf(home))) return true;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  return false;
};

const signIn = async (system: System, isFilled: boolean): Promise<People> => {
  const people = {} as Record<Role, Client>;
  for (const role of roles) {
    people[role] = new Client(system.url);
    await people[role][isFilled ? 'login' : 'register'](`years-${role}`, password);
  }
  if (!isFilled) await grantRole(system, people.ambassador, 'ambassador');
  return people;
};

/**
 * Fills a community by the services' own commands, or takes over the one that `home` keeps. `accounts: 'invented'` registers nobody, which is
 * enough where no call names the accounts. The caller stops `load`.
 */
export const fillYears = async (
  system: System,
  community: Community,
  { home, accounts = 'registered' }: { home?: string; accounts?: 'registered' | 'invented' } = {},
): Promise<Years> => {
  const isFilled = home !== undefined && existsSync(markerOf(home));
  const people = await signIn(system, isFilled);
  const load = startLoad(new URL('../loads/years.ts', import.meta.url));
  await load.ask('connect', {
    natsUrl: system.natsUrl,
    identityUrl: system.databaseUrls.identity,
    root: process.env.HEARSAY_BENCH_ROOT ?? repository,
    community,
    people: Object.fromEntries(roles.map((role) => [role, people[role].user.id])),
  });
  if (isFilled) {
    const kept = JSON.parse(readFileSync(markerOf(home), 'utf8')) as Filled;
    await load.ask('resume', kept);
    return { ...kept, people, load };
  }
  const step = async (name: string, input: object = {}) => {
    const startedAt = performance.now();
    const count = await load.ask<number>(name, input);
    say(`${name}: ${count} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  };
  await step(accounts === 'registered' ? 'register' : 'invent');
  await step('ask');
  await step('reply');
  await step('follow');
  await step('boost', { from: 0, count: community.boosts });
  const filled = await load.ask<Filled>('filled');
  if (home !== undefined) writeFileSync(markerOf(home), JSON.stringify(filled));
  return { ...filled, people, load };
};
