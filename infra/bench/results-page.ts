import type { Finding, Report, Table } from './benchmark.ts';
import type { SideSummary } from './interleaved.ts';
import type { Spread } from './statistics.ts';

/** What people write about the results stands behind this line and is kept. */
export const ownWordsMarker = '<!-- Written by hand from here on. -->';

const ratio = ({ median, lowest, highest }: Spread) =>
  `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;
const whole = ({ median, lowest, highest }: Spread) =>
  `${Math.round(median)} (${Math.round(lowest)}–${Math.round(highest)})`;

const findingRow = (
  { number, what, floor, goal, isAtMost, ratio: byCpu, byThroughput }: Finding,
  { commit, measuredAt }: Report,
): string =>
  `| ${number} | ${what} | ${byCpu ? ratio(byCpu) : ''} | ${byThroughput ? ratio(byThroughput) : ''} | ${isAtMost ? '≤ ' : ''}${floor} | ${isAtMost ? '≤ ' : ''}${goal} | ${measuredAt.slice(0, 16).replace('T', ' ')}, ${commit} |`;

const byRole = (side: SideSummary): string =>
  Object.entries(side.cpuByRole)
    .filter(([, used]) => used >= 1)
    .sort(([, a], [, b]) => b - a)
    .map(([role, used]) => `${role} ${Math.round(used)}`)
    .join(', ');

const sideRow = ([name, side]: [string, SideSummary]): string =>
  `| ${name} | ${whole(side.perSecond)} | ${whole(side.pathCpuPerOperation)} | ${whole(side.cpuPerOperation)} | ${side.p50.median.toFixed(1)} | ${side.p99.median.toFixed(1)} | ${byRole(side)} |`;

const tableLines = ({ title, head, rows }: Table): string[] => [
  `${title}:`,
  '',
  `| ${head.join(' | ')} |`,
  `|${'---|'.repeat(head.length)}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

const sidesLines = (sides: Report['sides']): string[] => [
  '| | a second | path µs | all µs | p50 ms | p99 ms | CPU of each process, µs for one operation |',
  '|---|---|---|---|---|---|---|',
  ...Object.entries(sides).map(sideRow),
  '',
];

const sectionOf = (report: Report): string[] => {
  const { name, what, measuredAt, commit, machine, plan, sides, tables = [], checks } = report;
  const hasSides = Object.keys(sides).length > 0;
  return [
    `## \`npm run bench -- ${name}\``,
    '',
    hasSides
      ? `${what}. ${plan.pairs} rounds of ${plan.seconds} s after ${plan.warmUpSeconds} s of warming up.`
      : `${what}; ${measuredAt.slice(0, 16).replace('T', ' ')}, ${commit}.`,
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; load before: ${machine.loadBefore}.`,
    '',
    ...(hasSides ? sidesLines(sides) : []),
    ...tables.flatMap(tableLines),
    ...(checks.length > 0
      ? ['Checked, or there would be no result:', '', ...checks.map((check) => `- ${check}`), '']
      : []),
  ];
};

/** One ratio's row, or one benchmark's section, and where it stands among the others. */
interface Part {
  /** The ratio's number or the benchmark's name. */
  readonly key: string;
  readonly lines: readonly string[];
}

const partsOf = (reports: readonly Report[]) => ({
  rows: reports.flatMap((report) =>
    report.findings.map((finding) => ({ key: finding.number, lines: [findingRow(finding, report)] })),
  ),
  sections: reports.map((report) => ({ key: report.name, lines: sectionOf(report) })),
});

/** The rows and sections of a page that was written before. */
const partsIn = (written: string): { rows: Part[]; sections: Part[] } => {
  const [head = '', ...sections] = written.split(/^(?=## `npm run bench -- )/m);
  return {
    rows: head.split('\n').flatMap((line) => {
      const key = /^\| (\d[^|]*?) \|/.exec(line)?.[1];
      return key === undefined ? [] : [{ key, lines: [line] }];
    }),
    sections: sections.map((text) => ({
      key: /bench -- ([\w-]+)/.exec(text)?.[1] ?? '',
      lines: text.trimEnd().split('\n').concat(''),
    })),
  };
};

/** The newer parts in the places of the older ones of the same key, sorted by `order`, unknown keys last. */
const merged = (older: readonly Part[], newer: readonly Part[], order: (key: string) => number): string[] =>
  [...new Map([...older, ...newer].map((part) => [part.key, part])).values()]
    .sort((a, b) => order(a.key) - order(b.key))
    .flatMap(({ lines }) => lines);

/**
 * The page with the results of these reports. What the present page says of other benchmarks, measured elsewhere, is kept, and so is what stands
 * behind the marker. `names`: the benchmarks in the order of the page.
 */
export const resultsPage = (reports: readonly Report[], present: string, names: readonly string[]): string => {
  const marker = present.indexOf(ownWordsMarker);
  const ownWords = marker < 0 ? `${ownWordsMarker}\n` : present.slice(marker);
  const before = partsIn(marker < 0 ? present : present.slice(0, marker));
  const now = partsOf(reports);
  return [
    '# Benchmarks',
    '',
    'Ratios of two things measured in one run, in turns; the median and, in brackets, the lowest and highest round. The first part of this page is',
    'written by `npm run bench -- all` from `.local/bench/*.json`.',
    '',
    '| | ratio | by CPU | by throughput | floor | goal | measured |',
    '|---|---|---|---|---|---|---|',
    ...merged(before.rows, now.rows, (number) => Number.parseInt(number, 10)),
    '',
    '*Path* of a boost: the gateway, the whole engagement process (its relay and consumers share its thread and cannot be told apart), the backends of',
    'its pipeline in PostgreSQL, and of NATS what a call and its answer take: as much as the same call takes that engagement refuses, which writes',
    'nothing, measured in the same rounds. *All*: every server process, with everything that follows a boost (relays, JetStream, projectors, XP,',
    'levels, notifications), waited for after every round. A `+` behind the commit: with changes that were not committed.',
    '',
    ...merged(before.sections, now.sections, (name) => (names.includes(name) ? names.indexOf(name) : names.length)),
    ownWords,
  ].join('\n');
};
