import { say } from '../local/progress.mjs';
import { type LoadResult, runClosedLoop } from './closed-loop.ts';
import { cpuBetween, cpuTimes, endedProgramsCpu } from './process-cpu.ts';
import { median, type Spread, spreadOf } from './statistics.ts';
import { backendNames, type System, serverPids } from './whole-system.ts';

export interface Side {
  readonly name: string;
  /** The measured processes. Default: all servers and services of the system. */
  readonly pids?: Readonly<Record<string, number>>;
  readonly prepare?: () => Promise<void>;
  readonly run: (seconds: number) => Promise<LoadResult>;
  /** The processes that work before the answer to a caller. Default: all measured processes. */
  readonly path?: readonly string[];
  /** Waits for the work that continues after the answers. Its CPU counts as part of the run. */
  readonly settle?: () => Promise<void>;
}

export const closedLoopSide = (name: string, callers: number, once: (caller: number) => Promise<unknown>): Side => ({
  name,
  run: (seconds) => runClosedLoop(callers, seconds, once),
});

export interface Sample extends LoadResult {
  readonly side: string;
  readonly perSecond: number;
  /** Microseconds of CPU per completed operation in all measured processes. */
  readonly cpuPerOperation: number;
  /** Microseconds of CPU per completed operation in the roles of `path`. */
  readonly pathCpuPerOperation: number;
  /** The role `bench` is this process, which makes the calls. */
  readonly cpuByRole: Readonly<Record<string, number>>;
}

/** `pairs` is the number of rounds. `seconds` is the length of each side's run in a round. */
export interface Plan {
  readonly seconds: number;
  readonly pairs: number;
  readonly warmUpSeconds: number;
}

const runOnce = async (system: System, side: Side, seconds: number): Promise<Sample> => {
  await side.prepare?.();
  const look = async () => cpuTimes(side.pids ?? serverPids(system), await backendNames(system));
  const before = await look();
  const endedBefore = endedProgramsCpu();
  const ownBefore = process.cpuUsage();
  const result = await side.run(seconds);
  await side.settle?.();
  const servers = cpuBetween(before, await look());
  const own = process.cpuUsage(ownBefore);
  const used = { ...servers, 'ended programs': endedProgramsCpu() - endedBefore, bench: own.user + own.system };
  const each = Object.fromEntries(Object.entries(used).map(([role, us]) => [role, us / Math.max(1, result.completed)]));
  const sumOf = (roles: readonly string[]) => roles.reduce((sum, role) => sum + (each[role] ?? 0), 0);
  return {
    ...result,
    side: side.name,
    perSecond: result.completed / result.seconds,
    cpuPerOperation: sumOf(Object.keys(servers)),
    pathCpuPerOperation: sumOf(side.path ?? Object.keys(servers)),
    cpuByRole: each,
  };
};

/** Each round runs all sides one after the other. */
export const runInterleaved = async (system: System, sides: readonly Side[], plan: Plan): Promise<Sample[][]> => {
  for (const side of sides) {
    say(`Warming up: ${side.name} …`);
    await runOnce(system, side, plan.warmUpSeconds);
  }
  const rounds: Sample[][] = [];
  for (let round = 1; round <= plan.pairs; round += 1) {
    const samples: Sample[] = [];
    for (const side of sides) {
      const sample = await runOnce(system, side, plan.seconds);
      samples.push(sample);
      say(
        `${round}/${plan.pairs} ${side.name}: ${Math.round(sample.perSecond)}/s, ` +
          `${Math.round(sample.cpuPerOperation)} µs CPU each, p99 ${sample.p99.toFixed(1)} ms`,
      );
    }
    rounds.push(samples);
  }
  return rounds;
};

/** One array per round, with one sample of each side. */
export type Rounds = readonly (readonly Sample[])[];

const summaryOf = (samples: readonly Sample[]) => {
  const spread = (of: 'perSecond' | 'cpuPerOperation' | 'pathCpuPerOperation' | 'p99') =>
    spreadOf(samples.map((sample) => sample[of]));
  const roles = Object.keys(samples[0]?.cpuByRole ?? {});
  const medianOf = (role: string) => median(samples.map(({ cpuByRole }) => cpuByRole[role] ?? 0));
  return {
    perSecond: spread('perSecond'),
    cpuPerOperation: spread('cpuPerOperation'),
    pathCpuPerOperation: spread('pathCpuPerOperation'),
    p99: spread('p99'),
    cpuByRole: Object.fromEntries(roles.map((role) => [role, medianOf(role)])),
  };
};
export type SideSummary = ReturnType<typeof summaryOf>;

export const sideSummaries = (rounds: Rounds): Record<string, SideSummary> =>
  Object.fromEntries(
    [...Map.groupBy(rounds.flat(), ({ side }) => side)].map(([side, samples]) => [side, summaryOf(samples)]),
  );

export type FindSample = (side: string) => Sample;

/** Computes one value per round, because the samples of a round share the machine's other load. */
export const spreadPerRound = (rounds: Rounds, of: (find: FindSample) => number): Spread =>
  spreadOf(
    rounds.map((samples) =>
      of((name) => {
        const sample = samples.find(({ side }) => side === name);
        if (!sample) throw new Error(`No sample of ${name}`);
        return sample;
      }),
    ),
  );

export const throughputRatio = (rounds: Rounds, subject: string, baseline: string): Spread =>
  spreadPerRound(rounds, (find) => find(subject).perSecond / find(baseline).perSecond);
