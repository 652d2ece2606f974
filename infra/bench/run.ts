import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localHome, repository } from '../local/paths.mjs';
import { say } from '../local/progress.mjs';
import { batchedAppend } from './batched-append.ts';
import type { Benchmark, Report, Table } from './benchmark.ts';
import { boostsOverHttp } from './boosts-over-http.ts';
import { boostsOverNats } from './boosts-over-nats.ts';
import { busyChat } from './browser/busy-chat.ts';
import { longLists } from './browser/long-lists.ts';
import { onAPhone } from './browser/phone.ts';
import { chat } from './chat.ts';
import { feedPages } from './feed.ts';
import { fsyncOnAndOff } from './fsync.ts';
import { gatewayNoOp } from './gateway-no-op.ts';
import { killedProcesses } from './killed-processes.ts';
import { machineFacts, measuredCommit } from './machine-facts.ts';
import { overload } from './overload.ts';
import { peer } from './peer.ts';
import { rebuilding } from './rebuilding.ts';
import { resultsPage } from './results-page.ts';
import { stalledReaders } from './stalled.ts';
import type { Spread } from './statistics.ts';
import { stopOnSignals } from './stopped-at-the-end.ts';
import { years } from './years.ts';

const benchmarks: readonly Benchmark[] = [
  boostsOverHttp,
  boostsOverNats,
  batchedAppend,
  chat,
  stalledReaders,
  gatewayNoOp,
  feedPages,
  overload,
  killedProcesses,
  fsyncOnAndOff,
  rebuilding,
  peer,
  onAPhone,
  busyChat,
  longLists,
  years,
];
const folder = join(localHome, 'bench');
const page = join(repository, 'docs/benchmarks.md');

const usage = `npm run bench -- NAME|all [--seconds 3] [--pairs 5] [--warm-up 8] [--try]

${benchmarks.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join('\n')}

  --prepare  makes the data that takes long (feed), keeps it in .local/bench for the runs to come, and measures nothing
  --try      shows the result only: neither .local/bench nor docs/benchmarks.md is written`;

const shown = ({ median, lowest, highest }: Spread) =>
  `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)})`;

const printedTable = ({ title, head, rows }: Table): string[] => [
  `  ${title}`,
  ...[head, ...rows].map((cells) => `    ${cells.join(' | ')}`),
];

const printed = ({ findings, tables = [], checks }: Report): string =>
  [
    ...findings.flatMap(({ number, what, floor, goal, isAtMost, ratio, byThroughput }) => [
      `  ${number}. ${what}; floor ${isAtMost ? '≤ ' : ''}${floor}, goal ${isAtMost ? '≤ ' : ''}${goal}`,
      ...(ratio ? [`     by CPU: ${shown(ratio)}`] : []),
      ...(byThroughput ? [`     by throughput: ${shown(byThroughput)}`] : []),
    ]),
    ...tables.flatMap(printedTable),
    ...checks.map((check) => `  checked: ${check}`),
  ].join('\n');

const readReports = (): Report[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Report)
    // Reports of an older form are measured again before they are shown.
    .filter(({ findings }) => findings.every(({ ratio }) => ratio === undefined || 'median' in ratio));

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '3' },
      pairs: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '8' },
      try: { type: 'boolean', default: false },
      prepare: { type: 'boolean', default: false },
    },
  });
  const plan = {
    seconds: Number(values.seconds),
    pairs: Number(values.pairs),
    warmUpSeconds: Number(values['warm-up']),
    isDetailed: values.try,
  };
  const named = benchmarks.filter(({ name }) => positionals.includes(name));
  for (const { name, missing } of named) if (missing?.()) throw new Error(`npm run bench -- ${name}: ${missing()}`);
  const possible = positionals.includes('all') ? benchmarks.filter(({ missing }) => !missing?.()) : [];
  const wanted = benchmarks.filter((benchmark) => named.includes(benchmark) || possible.includes(benchmark));
  if (wanted.length === 0 || [plan.seconds, plan.pairs, plan.warmUpSeconds].some((value) => !(value > 0)))
    throw new Error(usage);
  if (values.prepare) {
    for (const { prepare } of wanted) await prepare?.();
    return;
  }
  if (positionals.includes('all')) {
    for (const { name, missing } of benchmarks) if (missing?.()) say(`${name} is left out. ${missing()}`);
  }
  for (const benchmark of wanted) {
    say(`${benchmark.name}: ${benchmark.what}`);
    const machine = machineFacts();
    const outcome = await benchmark.run(plan);
    const report: Report = {
      name: benchmark.name,
      what: benchmark.what,
      measuredAt: new Date().toISOString(),
      commit: measuredCommit(process.env.HEARSAY_BENCH_ROOT ?? repository),
      machine,
      plan,
      ...outcome,
    };
    console.log(printed(report));
    if (values.try) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${benchmark.name}.json`), `${JSON.stringify(report, null, 2)}\n`);
    const names = benchmarks.map(({ name }) => name);
    writeFileSync(page, resultsPage(readReports(), readFileSync(page, { encoding: 'utf8', flag: 'a+' }), names));
    say(`Written: .local/bench/${benchmark.name}.json and docs/benchmarks.md`);
  }
};

stopOnSignals();
try {
  await main();
} catch (error) {
  console.error(error instanceof Error && error.message.startsWith('npm run') ? error.message : error);
  process.exitCode = 1;
}
