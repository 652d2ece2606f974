import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { onEndSignal } from '../local/npm-parent.mjs';
import { localHome, repository } from '../local/paths.mjs';
import { say } from '../local/progress.mjs';
import type { Benchmark, Report } from './benchmark.ts';
import { boosts } from './boosts.ts';
import { chat, stalledReaders } from './chat.ts';
import { feedPages } from './feed.ts';
import type { SideSummary } from './interleaved.ts';
import { reads } from './reads.ts';
import { rebuild } from './rebuild.ts';
import { search } from './search.ts';
import type { Spread } from './statistics.ts';
import { stopSystem } from './whole-system.ts';
import { opening, years } from './years.ts';

const benchmarks: readonly Benchmark[] = [
  boosts,
  chat,
  stalledReaders,
  feedPages,
  search,
  reads,
  rebuild,
  years,
  opening,
];
const folder = join(localHome, 'bench');

const usage = `npm run bench -- NAME… [--seconds 3] [--pairs 5] [--warm-up 8] [--prepare]

${benchmarks.map(({ name, what }) => `  ${name.padEnd(9)} ${what}`).join('\n')}

Prints Markdown, and keeps all figures in .local/bench/NAME.json.

  --prepare  makes the data that takes long (years), keeps it in .local/bench for later runs, and measures nothing`;

/** Facts about the machine. The load before the benchmark shows whether other programs were running. */
const machineFacts = (): string => {
  const processor = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores`;
  const system = `${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
  return `${processor}, ${system}; load before: ${(loadavg()[0] ?? 0).toFixed(2)}.`;
};

/** The commit, with `+` for uncommitted changes. */
const measuredCommit = (cwd: string): string => {
  const args = ['describe', '--always', '--exclude=*', '--dirty=+'];
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
};

const spread = (of: Spread | undefined, digits = 2): string =>
  of ? `${of.median.toFixed(digits)} (${of.lowest.toFixed(digits)}–${of.highest.toFixed(digits)})` : '';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).concat('');

const sideRow = ([name, side]: [string, SideSummary]): string[] => [
  name,
  spread(side.perSecond, 0),
  spread(side.pathCpuPerOperation, 0),
  spread(side.cpuPerOperation, 0),
  side.p99.median.toFixed(1),
  Object.entries(side.cpuByRole)
    .filter(([, used]) => used >= 0.5)
    .sort((a, b) => b[1] - a[1])
    .map(([role, used]) => `${role} ${Math.round(used)}`)
    .join(', '),
];

const printed = (report: Report): string => {
  const { name, what, measuredAt, commit, machine, plan, findings, sides, tables = [], checks } = report;
  const warmed = `${plan.pairs} rounds of ${plan.seconds} s after ${plan.warmUpSeconds} s of warming up`;
  return [
    `## \`npm run bench -- ${name}\``,
    '',
    `${what}. ${measuredAt.slice(0, 16).replace('T', ' ')}, ${commit}; ${warmed}.`,
    machine,
    '',
    ...table(
      ['', 'ratio', 'by CPU', 'by throughput', 'floor', 'goal'],
      findings.map(({ number, what: ratio, floor, goal, isAtMost, ratio: byCpu, byThroughput }) => {
        const bound = isAtMost ? '≤ ' : '';
        return [number, ratio, spread(byCpu), spread(byThroughput), `${bound}${floor}`, `${bound}${goal}`];
      }),
    ),
    ...table(
      ['', 'a second', 'path µs', 'all µs', 'p99 ms', 'CPU of each process, µs for one operation'],
      Object.entries(sides).map(sideRow),
    ),
    ...tables.flatMap(({ title, head, rows }) => [`${title}:`, '', ...table(head, rows)]),
    ...checks.map((check) => `- ${check}`),
  ].join('\n');
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      pairs: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '8' },
      prepare: { type: 'boolean', default: false },
    },
  });
  const plan = { seconds: +values.seconds, pairs: +values.pairs, warmUpSeconds: +values['warm-up'] };
  const wanted = benchmarks.filter(({ name }) => positionals.includes(name));
  if (wanted.length !== positionals.length || wanted.length === 0 || Object.values(plan).some((value) => !(value > 0)))
    throw new Error(usage);
  for (const benchmark of wanted) {
    say(`${benchmark.name}: ${benchmark.what}`);
    if (values.prepare) {
      await benchmark.prepare?.();
      continue;
    }
    const machine = machineFacts();
    const outcome = await benchmark.run(plan);
    const { name, what } = benchmark;
    const commit = measuredCommit(process.env.HEARSAY_BENCH_ROOT ?? repository);
    const report: Report = { name, what, measuredAt: new Date().toISOString(), commit, machine, plan, ...outcome };
    console.log(printed(report));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  }
};

onEndSignal(() => stopSystem().finally(() => process.exit(130)));
try {
  await main();
} catch (error) {
  console.error(error instanceof Error && error.message.startsWith('npm run') ? error.message : error);
  process.exitCode = 1;
}
