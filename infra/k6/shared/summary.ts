import type { Objective } from './objectives.ts';

interface Metric {
  readonly values: Readonly<Record<string, number>>;
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>;
}

interface Data {
  readonly metrics: Readonly<Record<string, Metric>>;
  readonly state: { readonly testRunDurationMs: number };
}

const isMeasured = ({ max, passes, fails }: Metric['values']): boolean =>
  max !== 0 && (passes === undefined || passes + (fails ?? 0) > 0);

const verdictOf = (metric: Metric | undefined) => {
  if (metric && !isMeasured(metric.values)) return 'not measured';
  const results = Object.values(metric?.thresholds ?? {});
  return results.every(({ ok }) => ok) ? 'reached' : 'MISSED';
};

const valuesOf = (metric: Metric | undefined): string =>
  Object.entries(metric?.values ?? {})
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(2)}`)
    .join(', ') || 'none';

const markdownOf = (name: string, objectives: readonly Objective[], { metrics, state }: Data): string =>
  [
    `# Load test ${name}`,
    '',
    `Ran ${Math.round(state.testRunDurationMs / 1000)} s, ${metrics.iterations?.values.count ?? 0} iterations, ${metrics.http_reqs?.values.count ?? 0} calls.`,
    '',
    '| objective | | measured |',
    '|---|---|---|',
    ...objectives.map(
      ({ metric, says }) => `| ${says} | ${verdictOf(metrics[metric])} | ${valuesOf(metrics[metric])} |`,
    ),
    '',
  ].join('\n');

/** For `handleSummary`: the result on the screen, as Markdown and as JSON (in SUMMARY_FOLDER, which must exist; default .local). */
export const summaryOf = (name: string, objectives: readonly Objective[], data: unknown): Record<string, string> => {
  const folder = __ENV.SUMMARY_FOLDER || '.local';
  const markdown = markdownOf(name, objectives, data as Data);
  return {
    stdout: `\n${markdown}\n`,
    [`${folder}/load-${name}.md`]: markdown,
    [`${folder}/load-${name}.json`]: JSON.stringify(data, null, 2),
  };
};
