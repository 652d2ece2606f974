import { Counter } from 'k6/metrics';

export const setting = (name: string, usual: number): number => Number.parseFloat(__ENV[name] || String(usual));

/** `threshold` is a condition in k6's syntax. `says` describes it in the report. */
export interface Objective {
  readonly metric: string;
  readonly says: string;
  readonly threshold: string;
}

export const checksObjective: Objective = {
  metric: 'checks',
  says: 'Every answer is as expected',
  threshold: 'rate==1',
};

/** Objectives of every test in which iterations begin at a fixed rate. */
export const openModelObjectives: readonly Objective[] = [
  checksObjective,
  { metric: 'http_req_failed', says: 'No call fails', threshold: 'rate==0' },
  {
    metric: 'dropped_iterations',
    says: 'No iteration is left out because the system was too slow to take it',
    threshold: 'count==0',
  },
];

/** Makes a counter that must stay 0. k6 allows new metrics only while a script loads. */
export const zeroCounter = (metric: string, says: string) => {
  const counter = new Counter(metric);
  return { metric, says, threshold: 'count==0', add: (count: number) => counter.add(count) };
};

/** SLOWNESS multiplies all time limits, for runs on a busy machine. */
const slowness = setting('SLOWNESS', 1);

export const durationObjective = (act: string, milliseconds: number): Objective => ({
  metric: `http_req_duration{act:${act}}`,
  says: `${act}: 99 of 100 answers within ${milliseconds * slowness} ms`,
  threshold: `p(99)<${milliseconds * slowness}`,
});

/** IMPOSSIBLE=every tests the reports: no run can reach any objective, so k6 must exit with 99. */
const isImpossible = __ENV.IMPOSSIBLE === 'every';

const thresholdOf = ({ threshold }: Objective) => (isImpossible ? threshold.replace(/[<=].*/, '<-1000000') : threshold);

/**
 * Iterations begin at `rate`, even while earlier ones still run (k6's open model). k6 prepares `ready` visitors, and
 * each visitor costs memory and CPU. k6 drops an iteration while all `maxVUs` visitors are busy.
 */
export const arrivalScenario = (
  rate: number,
  duration: string,
  exec: string,
  ready = Math.min(1000, Math.max(50, 2 * rate)),
) => ({
  executor: 'constant-arrival-rate' as const,
  exec,
  timeUnit: '1s',
  duration,
  rate,
  preAllocatedVUs: ready,
  maxVUs: 1000,
});

interface Metric {
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

export interface Summary {
  readonly metrics: Readonly<Record<string, Metric | undefined>>;
  readonly state: { readonly testRunDurationMs: number };
}

const verdictOf = ({ values, thresholds = {} }: Metric): string => {
  const { max, passes, fails = 0 } = values;
  if (max === 0 || (passes !== undefined && passes + fails === 0)) return 'not measured';
  return Object.values(thresholds).every(({ ok }) => ok) ? 'reached' : 'MISSED';
};

const valuesOf = ({ values }: Metric): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(2)}`)
    .join(', ') || 'none';

type Scenarios = Readonly<Record<string, { readonly executor: string; readonly [setting: string]: unknown }>>;

/**
 * Adds 5,000 visits a second by one visitor, most of which k6 drops. k6 judges dropped visits only if there are some.
 */
const withDrops = (scenarios: Scenarios): Scenarios => {
  const open = Object.values(scenarios).find(({ executor }) => executor === 'constant-arrival-rate');
  return open ? { ...scenarios, dropped: { ...open, ...{ rate: 5000, preAllocatedVUs: 1, maxVUs: 1 } } } : scenarios;
};

/** The `options` and `handleSummary` that a script exports. The summary goes to SUMMARY_FOLDER (default `.local`). */
export const defineLoadTest = (name: string, objectives: readonly Objective[], scenarios: Scenarios) => ({
  options: {
    scenarios: isImpossible ? withDrops(scenarios) : scenarios,
    thresholds: Object.fromEntries(objectives.map((objective) => [objective.metric, [thresholdOf(objective)]])),
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
    setupTimeout: '5m',
    teardownTimeout: '5m',
  },
  handleSummary: (data: Summary): Record<string, string> => {
    const { metrics, state } = data;
    const folder = __ENV.SUMMARY_FOLDER || '.local';
    const calls = `${metrics.iterations?.values.count ?? 0} iterations, ${metrics.http_reqs?.values.count ?? 0} calls`;
    const rows = objectives.map(({ metric, says }) => {
      const measured = metrics[metric] ?? { values: {} };
      return `| ${says} | ${verdictOf(measured)} | ${valuesOf(measured)} |`;
    });
    const markdown = [
      `# Load test ${name}\n\nRan ${Math.round(state.testRunDurationMs / 1000)} s, ${calls}.\n`,
      '| objective | | measured |\n|---|---|---|',
      ...rows,
      '',
    ].join('\n');
    return {
      stdout: `\n${markdown}\n`,
      [`${folder}/load-${name}.md`]: markdown,
      [`${folder}/load-${name}.json`]: JSON.stringify(data, null, 2),
    };
  },
});
