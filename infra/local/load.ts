import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAnswersOk } from './node-service.ts';
import { onEndSignal } from './npm-parent.mjs';
import { repository } from './paths.mjs';
import { watchMemory } from './process-memory.ts';
import { endCommands, runCommand } from './run-command.ts';
import { type RunningFile, readRunningSystem } from './running-system.ts';
import { findPrograms } from './servers/binaries.ts';
import { freePort, loopback, untilAnswered } from './servers/ports.ts';
import type { Variables } from './servers/processes.ts';

const folder = join(repository, 'infra/k6');

export const findK6 = (): string | undefined => findPrograms(['k6'], 'K6_BIN')[0]?.path;

/** k6's exit code for a missed threshold, see https://grafana.com/docs/k6/latest/using-k6/thresholds/. */
export const missedThreshold = 99;
const hasRun = (code: number): boolean => code === 0 || code === missedThreshold;

export const loadScript = (name: string): string => join(folder, `${name}.ts`);

/**
 * k6 collects garbage only near this memory limit (https://go.dev/doc/gc-guide). By default Go's marking took both
 * cores for 150 ms every three seconds of a flood.
 */
const collectSeldom = { GOGC: 'off', GOMEMLIMIT: '1536MiB' };

interface LoadOptions {
  readonly args?: readonly string[];
  readonly env?: Variables;
  readonly quiet?: boolean;
  readonly standsBack?: boolean;
}

/**
 * A shell that runs a command with the lowest priority. If Linux divides processor time by session (autogroup in
 * sched(7)), the priority of the session counts. Otherwise `nice` counts.
 */
export const lowestPriorityCommand = [
  'sh',
  '-c',
  '(echo 19 >/proc/self/autogroup) 2>/dev/null; exec nice -n 19 "$0" "$@"',
];

/** @returns k6's exit code. With `standsBack`, k6 runs at the lowest priority. */
export const runLoad = (k6: string, name: string, url: string, options: LoadOptions = {}): Promise<number> => {
  const { args = [], env = {}, quiet = false, standsBack = false } = options;
  const [program = k6, ...words] = [
    ...(standsBack ? lowestPriorityCommand : []),
    k6,
    'run',
    '--no-usage-report',
    ...args,
  ];
  return runCommand(program, [...words, loadScript(name)], {
    cwd: repository,
    env: { ...collectSeldom, BASE_URL: url, GATEWAY_URL: url, ...env },
    quiet,
    hasWorkers: standsBack,
  });
};

interface Flood extends LoadOptions {
  readonly k6: string;
  readonly url: string;
}

/**
 * Runs one k6 that boosts, and a second k6 that sends the visitors' reads. The second one has the lowest priority,
 * because real visitors use other machines (docs/performance.md).
 * @returns both exit codes. `visitorsCode` is undefined if the boosts ended before the visitors could start
 */
export const makeFlood = async (flood: Flood) => {
  const { k6, url, args = [], quiet = false, env = {}, standsBack = true } = flood;
  const port = await freePort();
  const boosters = runLoad(k6, 'flood', url, { args: ['--address', `${loopback}:${port}`, ...args], env, quiet });
  const over = new AbortController();
  void boosters.then(() => over.abort());
  const tells = { signal: over.signal, timeoutMs: 30_000, what: 'k6' };
  const floodThem = () =>
    runLoad(k6, 'flood/visitors', url, {
      args: ['--quiet', '--address', `${loopback}:0`, ...args],
      env: { BOOSTERS: `http://${loopback}:${port}`, ...env },
      quiet,
      standsBack,
    });
  const visitors = untilAnswered(() => checkAnswersOk(port, '/v1/status'), tells).then(floodThem, () => undefined);
  const code = await boosters;
  if (!hasRun(code)) await endCommands();
  return { code, visitorsCode: await visitors };
};

type Metrics = Readonly<Record<string, { readonly values: Readonly<Record<string, number>> } | undefined>>;

interface Measured {
  readonly metrics: Metrics;
  readonly peakMegabytes: number;
  /** True if the visitors' k6 reached its objectives. It then sent all reads in time, and all were answered. */
  readonly isFloodWhole: boolean;
}

const p99 = (metrics: Metrics, act: string): number =>
  metrics[`http_req_duration{act:${act}}`]?.values['p(99)'] ?? Number.NaN;

/** Objectives of `npm run load -- flood` that k6 cannot judge itself. */
export const floodObjectives = [
  {
    says: 'p99 of boosts in a flood of reads is less than twice p99 without it',
    limit: 2,
    measuredIn: ({ metrics }: Measured) => p99(metrics, 'boost-flooded') / p99(metrics, 'boost-calm'),
  },
  {
    says: 'The gateway stays under 400 MB (resident, at its peak)',
    limit: 400,
    measuredIn: ({ peakMegabytes }: Measured) => peakMegabytes,
  },
];

/** Compares the measured values with `floodObjectives`. A value that was not measured counts as missed. */
export const judgeFlood = (measured: Measured) => {
  const results = floodObjectives.map(({ says, limit, measuredIn }) => {
    const value = measured.isFloodWhole ? measuredIn(measured) : Number.NaN;
    const said = Number.isNaN(value) ? 'not measured' : value.toFixed(2);
    return { isReached: value < limit, line: `${value < limit ? 'reached' : 'MISSED '}  ${says}: ${said}` };
  });
  return { lines: results.map(({ line }) => line), isReached: results.every(({ isReached }) => isReached) };
};

const runFlood = async (k6: string, { url, pids }: RunningFile, args: readonly string[]): Promise<number> => {
  onEndSignal(() => endCommands().then(() => process.exit(130)));
  const memory = watchMemory(pids.gateway ?? Number.NaN);
  const { code, visitorsCode } = await makeFlood({ k6, url, args });
  const peakMegabytes = memory.stop();
  if (!hasRun(code)) return code;
  const summaries = process.env.SUMMARY_FOLDER || join(repository, '.local');
  const { metrics } = JSON.parse(readFileSync(join(summaries, 'load-flood.json'), 'utf8')) as { metrics: Metrics };
  const verdict = judgeFlood({ metrics, peakMegabytes, isFloodWhole: visitorsCode === 0 });
  console.log(`${verdict.lines.join('\n')}\n`);
  return verdict.isReached ? code : missedThreshold;
};

export const main = async ([name, ...args]: string[]): Promise<number> => {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.includes('spec.'));
  const known = scripts.map((file) => file.slice(0, -3));
  if (!name || !known.includes(name)) throw new Error(`npm run load -- NAME, with one of: ${known.join(', ')}`);
  const k6 = findK6();
  if (!k6)
    throw new Error('k6 is missing. Build it with: npm run tools (needs Go), or install it and put it on the PATH.');
  const { running } = readRunningSystem();
  return name === 'flood' ? runFlood(k6, running, args) : runLoad(k6, name, running.url, { args });
};
