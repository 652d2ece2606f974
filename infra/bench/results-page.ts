import type { Finding, Report } from './benchmark.ts';
import type { SideSummary } from './interleaved.ts';
import type { Spread } from './statistics.ts';

/** What people write about the results stands behind this line and is kept. */
export const ownWordsMarker = '<!-- Written by hand from here on. -->';

const ratio = ({ median, lowest, highest }: Spread) => `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
const whole = ({ median, lowest, highest }: Spread) => `${Math.round(median)} (${Math.round(lowest)}–${Math.round(highest)})`;

const findingRow = ({ number, what, floor, goal, isAtMost, ratio: byCpu, byThroughput }: Finding, { commit, measuredAt }: Report): string =>
  `| ${number} | ${what} | ${byCpu ? ratio(byCpu) : ''} | ${byThroughput ? ratio(byThroughput) : ''} | ${isAtMost ? '≤ ' : ''}${floor} | ${isAtMost ? '≤ ' : ''}${goal} | ${measuredAt.slice(0, 16).replace('T', ' ')}, ${commit} |`;

const byRole = (side: SideSummary): string =>
  Object.entries(side.cpuByRole)
    .filter(([, used]) => used >= 1)
    .sort(([, a], [, b]) => b - a)
    .map(([role, used]) => `${role} ${Math.round(used)}`)
    .join(', ');

const sideRow = ([name, side]: [string, SideSummary]): string =>
  `| ${name} | ${whole(side.perSecond)} | ${whole(side.pathCpuPerOperation)} | ${whole(side.cpuPerOperation)} | ${side.p50.median.toFixed(1)} | ${side.p99.median.toFixed(1)} | ${byRole(side)} |`;

const sectionOf = (report: Report): string[] => {
  const { name, what, machine, plan, sides, checks } = report;
  return [
    `## \`npm run bench -- ${name}\``,
    '',
    `${what}. ${plan.pairs} rounds of ${plan.seconds} s after ${plan.warmUpSeconds} s of warming up.`,
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before: ${machine.loadBefore}.`,
    '',
    '| | a second | path µs | all µs | p50 ms | p99 ms | CPU of each process, µs for one operation |',
    '|---|---|---|---|---|---|---|',
    ...Object.entries(sides).map(sideRow),
    '',
    'Checked, or there would be no result:',
    '',
    ...checks.map((check) => `- ${check}`),
    '',
  ];
};

/** The page with the results of all reports; what stands behind the marker in the present page is kept. */
export const resultsPage = (reports: readonly Report[], present: string): string => {
  const marker = present.indexOf(ownWordsMarker);
  const ownWords = marker < 0 ? `${ownWordsMarker}\n` : present.slice(marker);
  const firstNumber = ({ findings }: Report) => Number.parseInt(findings[0]?.number ?? '', 10);
  const sorted = [...reports].sort((a, b) => firstNumber(a) - firstNumber(b));
  return [
    '# Benchmarks',
    '',
    'Ratios of two things measured in one run, in turns; the median and, in brackets, the lowest and highest round. The first part of this page is',
    'written by `npm run bench -- all` from `.local/bench/*.json`.',
    '',
    '| | ratio | by CPU | by throughput | floor | goal | measured |',
    '|---|---|---|---|---|---|---|',
    ...sorted.flatMap((report) => report.findings.map((finding) => findingRow(finding, report))),
    '',
    '*Path* of a boost: the gateway, the whole engagement process (its relay and consumers share its thread and cannot be told apart), the backends of',
    'its pipeline in PostgreSQL, and of NATS what a call and its answer take: as much as the same call takes that engagement refuses without a look into',
    'its database, measured in the same rounds. *All*: every server process, with everything that follows a boost (relays, JetStream, projectors, XP,',
    'levels, notifications), waited for after every round. A `+` behind the commit: with changes that were not committed.',
    '',
    ...sorted.flatMap(sectionOf),
    ownWords,
  ].join('\n');
};
