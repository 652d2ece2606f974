import { readdirSync, readFileSync } from 'node:fs';

/** A tick of USER_HZ, which is 100 on every architecture that Node supports (proc(5)). */
const microsecondsPerTick = 10_000;

/** Fields of /proc/<pid>/stat (proc(5)). The name in brackets may contain spaces and brackets. */
export const parseStat = (stat: string) => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  const endedChildrenTicks = field(16) + field(17);
  return {
    pid: Number.parseInt(stat, 10),
    parent: field(4),
    /** Start of the process in ticks since boot. Distinguishes it from a later process with the same pid. */
    startedAt: field(22),
    endedChildrenTicks,
    /** CPU in user and system mode, including ended children. */
    ticks: field(14) + field(15) + endedChildrenTicks,
  };
};

const readAll = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [parseStat(readFileSync(`/proc/${name}/stat`, 'latin1'))];
      } catch {
        return []; // The process has just ended, and its parent's times include it.
      }
    });

/** The ids of a process and of its descendants. */
export const processTree = (pid: number): number[] => {
  const childrenOf = Map.groupBy(readAll(), ({ parent }) => parent);
  const below = (each: number): number[] => [
    each,
    ...(childrenOf.get(each) ?? []).flatMap((child) => below(child.pid)),
  ];
  return below(pid);
};

/** Ticks of each process with its children, and of each PostgreSQL backend in `backends` alone. */
export const cpuTimes = (pids: Readonly<Record<string, number>>, backends: ReadonlyMap<number, string> = new Map()) => {
  const all = readAll();
  const childrenOf = Map.groupBy(all, ({ parent }) => parent);
  const ticksOf = new Map(all.map(({ pid, ticks }) => [pid, ticks]));
  const sum = (pid: number): number =>
    (childrenOf.get(pid) ?? []).reduce((ticks, child) => ticks + sum(child.pid), ticksOf.get(pid) ?? 0);
  const named = new Map<string, { readonly role: string; readonly ticks: number }>();
  for (const { pid, startedAt, ticks } of childrenOf.get(pids.postgres ?? Number.NaN) ?? [])
    if (backends.has(pid)) named.set(`${pid}/${startedAt}`, { role: `postgres/${backends.get(pid)}`, ticks });
  return {
    processes: Object.fromEntries(Object.entries(pids).map(([role, pid]) => [role, sum(pid)])),
    backends: named,
  };
};
type CpuTimes = ReturnType<typeof cpuTimes>;

/** Microseconds of CPU per role between two measurements. The CPU of ended backends counts as `postgres`. */
export const cpuBetween = (before: CpuTimes, after: CpuTimes): Record<string, number> => {
  const used: Record<string, number> = {};
  const add = (role: string, ticks: number) => {
    used[role] = (used[role] ?? 0) + ticks * microsecondsPerTick;
  };
  for (const [role, ticks] of Object.entries(after.processes)) add(role, ticks - (before.processes[role] ?? 0));
  for (const [key, { role, ticks }] of after.backends) {
    const since = ticks - (before.backends.get(key)?.ticks ?? 0);
    add(role, since);
    add('postgres', -since);
  }
  return used;
};

export const totalCpu = (byRole: Readonly<Record<string, number>>): number =>
  Object.values(byRole).reduce((sum, used) => sum + used, 0);

/** Microseconds of CPU of all child processes of this process that have ended. */
export const endedProgramsCpu = (): number =>
  parseStat(readFileSync('/proc/self/stat', 'latin1')).endedChildrenTicks * microsecondsPerTick;
