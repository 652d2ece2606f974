import { readdirSync, readFileSync } from 'node:fs';

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Clock ticks in user and system mode, ended and awaited children included. */
  readonly ticks: number;
}

/** Linux counts in ticks of USER_HZ, which is 100 on every architecture that Node runs on, see proc(5). */
const microsecondsPerTick = 10_000;

/** Fields of /proc/<pid>/stat, see proc(5); the name in brackets may itself hold blanks and brackets. */
export const parseStat = (stat: string): ProcessTimes => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return { pid: Number.parseInt(stat, 10), parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
};

const readAll = (): ProcessTimes[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseStat(readFileSync(`/proc/${name}/stat`, 'latin1'))];
      } catch {
        return []; // Ended meanwhile: its parent has its time.
      }
    });

/** The role in a backend's title, `postgres: <role> <database> <address> <state>`; undefined for PostgreSQL's own processes. */
const backendRole = (pid: number): string | undefined => {
  try {
    return /^postgres: (\w+) \w+ [\d.]+\(\d+\)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[1];
  } catch {
    return undefined;
  }
};

/**
 * CPU time in microseconds that each named process has used, with everything it started. PostgreSQL works in children: those of
 * a database role count as `postgres/<role>`.
 */
export const cpuByRole = (pids: Readonly<Record<string, number>>): Record<string, number> => {
  const all = readAll();
  const childrenOf = Map.groupBy(all, (process) => process.parent);
  const byPid = new Map(all.map((process) => [process.pid, process]));
  const used: Record<string, number> = {};
  const add = (role: string, pid: number): void => {
    used[role] = (used[role] ?? 0) + (byPid.get(pid)?.ticks ?? 0) * microsecondsPerTick;
    for (const child of childrenOf.get(pid) ?? []) {
      const database = role === 'postgres' ? backendRole(child.pid) : undefined;
      add(database === undefined ? role : `postgres/${database}`, child.pid);
    }
  };
  for (const [role, pid] of Object.entries(pids)) add(role, pid);
  return used;
};

export const difference = (before: Readonly<Record<string, number>>, after: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([role, used]) => [role, used - (before[role] ?? 0)]));

export const total = (byRole: Readonly<Record<string, number>>): number => Object.values(byRole).reduce((sum, used) => sum + used, 0);
