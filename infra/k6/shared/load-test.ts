import { Counter } from 'k6/metrics';

export const setting = (name: string, usual: number): number => Number.parseFloat(__ENV[name] || String(usual));

export interface Objective {
  readonly metric: string;
  readonly says: string;
  readonly threshold: string;
}

const noDrops: Objective = {
  metric: 'dropped_iterations',
  says: 'No iteration is left out because the system was too slow to take it',
  threshold: 'count==0',
};
export const allChecks: Objective = { metric: 'checks', says: 'Every answer is as expected', threshold: 'rate==1' };
const noFailures: Objective = { metric: 'http_req_failed', says: 'No call fails', threshold: 'rate==0' };

/** Objectives of every test of an open model. */
export const always: readonly Objective[] = [allChecks, noFailures, noDrops];

/** A counter that must stay 0. k6 requires its creation while a script loads. */
export const neverHappens = (metric: string, says: string) => {
  const counter = new Counter(metric);
  return { metric, says, threshold: 'count==0', add: (count: number) => counter.add(count) };
};

/** SLOWNESS=<factor> multiplies all time limits, for tests on a busy machine. */
const slowness = setting('SLOWNESS', 1);

export const answersWithin = (act: string, milliseconds: number): Objective => ({
  metric: `http_req_duration{act:${act}}`,
  says: `${act}: 99 of 100 answers within ${milliseconds * slowness} ms`,
  threshold: `p(99)<${milliseconds * slowness}`,
});

/**
 * IMPOSSIBLE=<metric> makes that objective impossible, `every` all but that of drops. The run must then exit with 99.
 */
const impossible = __ENV.IMPOSSIBLE;

const thresholdOf = ({ metric, threshold }: Objective): string => {
  // k6 does not judge a metric without samples. Drops are forced by a scenario instead, see `arrivals`.
  const isImpossible = impossible === metric || (impossible === 'every' && metric !== noDrops.metric);
  return isImpossible ? threshold.replace(/[<=].*/, '<-1000000') : threshold;
};

/**
 * An open model: iterations begin whether or not earlier ones have ended. `ready` visitors are made beforehand, and
 * each takes memory and CPU of k6. Iterations that find `maxVUs` visitors waiting are dropped.
 */
export const arrivals = (
  rate: number,
  duration: string,
  exec: string,
  ready = Math.min(1000, Math.max(50, 2 * rate)),
) => {
  const isToDrop = impossible === noDrops.metric;
  return {
    executor: 'constant-arrival-rate' as const,
    exec,
    rate: isToDrop ? 5000 : rate,
    timeUnit: '1s',
    duration,
    preAllocatedVUs: isToDrop ? 1 : ready,
    maxVUs: isToDrop ? 1 : 1000,
  };
};

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

/** All that k6 reads of a script but its functions. `handleSummary` writes to SUMMARY_FOLDER (default .local). */
export const loadTest = (name: string, objectives: readonly Objective[], scenarios: object) => {
  const known = objectives.map(({ metric }) => metric);
  if (impossible && ![...known, 'every'].includes(impossible))
    throw new Error(`IMPOSSIBLE is one of: ${known.join(', ')}, every`);
  const options = {
    scenarios,
    thresholds: Object.fromEntries(objectives.map((objective) => [objective.metric, [thresholdOf(objective)]])),
    summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
    setupTimeout: '5m',
    teardownTimeout: '5m',
  };
  const handleSummary = (data: Summary): Record<string, string> => {
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
  };
  return { options, handleSummary };
};
