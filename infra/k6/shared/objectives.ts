/** What a load test promises, each as a threshold of k6. */
export interface Objective {
  /** The metric, with tags where only some of its samples are meant. */
  readonly metric: string;
  /** In words, for people. */
  readonly says: string;
  readonly threshold: string;
  /** What nothing can reach: shows that the threshold is really looked at. */
  readonly impossible: string;
}

export const noDrops: Objective = {
  metric: 'dropped_iterations',
  says: 'No iteration is left out because the system was too slow to take it',
  threshold: 'count==0',
  // A metric without samples is not judged, so this one is made to fail by its scenario: see `arrivals`.
  impossible: 'count==0',
};
export const allChecks: Objective = {
  metric: 'checks',
  says: 'Every answer is as expected',
  threshold: 'rate==1',
  impossible: 'rate>1',
};
export const noFailures: Objective = {
  metric: 'http_req_failed',
  says: 'No call fails',
  threshold: 'rate==0',
  impossible: 'rate<0',
};
/** Something that a script counts and that must never be. */
export const neverHappens = (metric: string, says: string): Objective => ({
  metric,
  says,
  threshold: 'count==0',
  impossible: 'count<0',
});

export const exactCounts = neverHappens(
  'counts_that_differ',
  'Every count that is read back equals the number of people who have boosted',
);

/** SLOWNESS=<factor> multiplies the times of all objectives: tests on a machine that does other things promise no speed. */
const slowness = Number(__ENV.SLOWNESS || 1);

/** 99 of 100 answers to calls of this name come within so many milliseconds. */
export const answersWithin = (act: string, milliseconds: number): Objective => ({
  metric: `http_req_duration{act:${act}}`,
  says: `${act}: 99 of 100 answers within ${milliseconds * slowness} ms`,
  threshold: `p(99)<${milliseconds * slowness}`,
  impossible: 'p(99)<0',
});

/** IMPOSSIBLE=<metric> makes that objective impossible, `every` all that need no scenario of their own: the run must then end with exit code 99. */
const impossible = __ENV.IMPOSSIBLE;
const every = 'every';

export const thresholdsOf = (objectives: readonly Objective[]): Record<string, string[]> => {
  const known = objectives.map(({ metric }) => metric);
  if (impossible && ![...known, every].includes(impossible))
    throw new Error(`IMPOSSIBLE is one of: ${known.join(', ')}, ${every}`);
  const isImpossible = ({ metric }: Objective) => metric === impossible || impossible === every;
  return Object.fromEntries(
    objectives.map((objective) => [
      objective.metric,
      [isImpossible(objective) ? objective.impossible : objective.threshold],
    ]),
  );
};

/**
 * An open model: so many iterations a second, whether or not earlier ones are done. `ready`: the visitors that are made beforehand, of whom each takes
 * memory and CPU of k6; more of them waiting than `maxVUs` are dropped.
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
