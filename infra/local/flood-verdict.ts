interface Summary {
  readonly metrics: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> } | undefined>>;
}

interface Measured {
  /** Of those who boost. */
  readonly summary: Summary;
  readonly peakMegabytes: number;
  /** Whether the visitors' k6 says that all of its reads left in time and were answered. */
  readonly isFloodWhole: boolean;
}

/** What the visitors promise and nobody else, by the metrics that `IMPOSSIBLE` names: see infra/k6/flood/visitors.ts. */
export const visitorsObjectives: readonly string[] = ['flood_begins_late', 'reads_late', 'http_req_duration{act:read}'];

/** What `npm run load -- flood` promises beyond what k6 can judge by itself. */
export const floodObjectives = [
  {
    name: 'boost_p99_ratio',
    says: 'A flood of reads changes p99 of boosts by less than twice',
    limit: 2,
    measuredIn: ({ summary: { metrics }, isFloodWhole }: Measured) =>
      isFloodWhole ? p99(metrics, 'boost-flooded') / p99(metrics, 'boost-calm') : Number.NaN,
  },
  {
    name: 'gateway_memory',
    says: 'The gateway stays under 400 MB (resident, at its peak)',
    limit: 400,
    measuredIn: ({ peakMegabytes, isFloodWhole }: Measured) => (isFloodWhole ? peakMegabytes : Number.NaN),
  },
] as const;

const p99 = (metrics: Summary['metrics'], act: string): number =>
  metrics[`http_req_duration{act:${act}}`]?.values['p(99)'] ?? Number.NaN;

export interface FloodVerdict {
  /** One line for each objective. */
  readonly lines: readonly string[];
  readonly isReached: boolean;
}

/** `impossible`: the name of an objective that is asked for what nothing can reach. What was not measured is missed. */
export const judgeFlood = (measured: Measured, impossible?: string): FloodVerdict => {
  const results = floodObjectives.map(({ name, says, limit, measuredIn }) => {
    const value = measuredIn(measured);
    const isReached = value < (name === impossible ? 0 : limit);
    return {
      isReached,
      line: `${isReached ? 'reached' : 'MISSED '}  ${says}: ${Number.isNaN(value) ? 'not measured' : value.toFixed(2)}`,
    };
  });
  return { lines: results.map(({ line }) => line), isReached: results.every(({ isReached }) => isReached) };
};
