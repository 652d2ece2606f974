import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of USER_HZ, which is 100 on every architecture that Node runs on (proc(5)). */
const microsecondsPerTick = 10_000;

/** Fields of /proc/<pid>/stat (proc(5)). The name in brackets may contain spaces and brackets. */
export const parseStat = (stat: string) => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const endedChildrenTicks = field(16) + field(17);
  return {
    pid: Number.parseInt(stat, 10),
    parent: field(4),
    /** In ticks since boot. Tells a process from a later one with the same pid. */
    startedAt: field(22),
    endedChildrenTicks,
    /** In user and system mode, ended children included. */
    ticks: field(14) + field(15) + endedChildrenTicks,
  };
};
type ProcessTimes = ReturnType<typeof parseStat>;

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

/** From `postgres: <role> <database> <address> <state>`. Undefined for PostgreSQL's own processes. */
const backendRole = (pid: number): string | undefined => {
  try {
    return /^postgres: (\w+) \w+ [\d.]+\(\d+\)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))?.[1];
  } catch {
    return undefined;
  }
};

interface Backend {
  readonly role: string;
  readonly ticks: number;
}

/** By PostgreSQL's first process: the last seen backends, and the ticks of backends that have ended since. */
const backendsOf = new Map<number, { seen: Map<string, Backend>; readonly ended: Map<string, number> }>();

export type BackendNames = ReadonlyMap<number, string>;

/**
 * Ticks by application, or by database role if the application is unknown. The first process inherits the time of an
 * ended backend, so the known part goes back to that backend's role.
 */
const backendTicks = (postgres: number, children: readonly ProcessTimes[], names: BackendNames) => {
  const known = backendsOf.get(postgres) ?? { seen: new Map<string, Backend>(), ended: new Map<string, number>() };
  backendsOf.set(postgres, known);
  const now = new Map<string, Backend>();
  for (const { pid, startedAt, ticks } of children) {
    const key = `${pid}/${startedAt}`;
    // A backend keeps its first name. With a new one its earlier time would move to another role.
    const role = known.seen.get(key)?.role ?? names.get(pid) ?? backendRole(pid);
    if (role !== undefined) now.set(key, { role, ticks });
  }
  for (const [key, { role, ticks }] of known.seen) {
    if (!now.has(key)) known.ended.set(role, (known.ended.get(role) ?? 0) + ticks);
  }
  known.seen = now;
  const byRole = new Map(known.ended);
  for (const { role, ticks } of now.values()) byRole.set(role, (byRole.get(role) ?? 0) + ticks);
  return byRole;
};

/**
 * Microseconds of each named process and its children. PostgreSQL's backends count as `postgres/<name>` if `names` has
 * them, else as `postgres/<database role>`.
 */
export const cpuByRole = (
  pids: Readonly<Record<string, number>>,
  names: BackendNames = new Map(),
): Record<string, number> => {
  const all = readAll();
  const childrenOf = Map.groupBy(all, (process) => process.parent);
  const byPid = new Map(all.map((process) => [process.pid, process]));
  const sum = (pid: number): number =>
    (byPid.get(pid)?.ticks ?? 0) + (childrenOf.get(pid) ?? []).reduce((ticks, child) => ticks + sum(child.pid), 0);
  const used: Record<string, number> = {};
  for (const [role, pid] of Object.entries(pids)) {
    let rest = sum(pid);
    if (role === 'postgres') {
      for (const [database, ticks] of backendTicks(pid, childrenOf.get(pid) ?? [], names)) {
        used[`postgres/${database}`] = ticks * microsecondsPerTick;
        rest -= ticks;
      }
    }
    used[role] = rest * microsecondsPerTick;
  }
  return used;
};

export const difference = (
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([role, used]) => [role, used - (before[role] ?? 0)]));

export const total = (byRole: Readonly<Record<string, number>>): number =>
  Object.values(byRole).reduce((sum, used) => sum + used, 0);

export const endedProgramsCpu = (): number =>
  parseStat(readFileSync('/proc/self/stat', 'latin1')).endedChildrenTicks * microsecondsPerTick;
