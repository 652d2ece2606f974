import { Counter } from 'k6/metrics';
import { boost, countsThatDiffer, makeWorld, oneOf, post, type World } from './shared/api.ts';
import { allChecks, exactCounts, thresholdsOf } from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/**
 * Row 9 of the ratios: boosts of callers who wait for their answers, then boosts that arrive at RATE whatever happens. RATE is to be at least
 * twice what the first half reaches.
 */
const objectives = [allChecks, exactCounts];
const seconds = Number(__ENV.SECONDS || 15);
const callers = Number(__ENV.CALLERS || 256);
const rate = Number(__ENV.RATE || 8000);
const questions = Number(__ENV.QUESTIONS || 100);
const mostVisitors = 2000;
/** An answer that comes later counts for nothing. */
const patienceMs = 5000;

export const options = {
  scenarios: {
    peak: { executor: 'constant-vus', vus: callers, duration: `${seconds}s`, exec: 'wait' },
    overload: {
      executor: 'constant-arrival-rate',
      startTime: `${seconds + 5}s`,
      duration: `${seconds}s`,
      rate,
      preAllocatedVUs: mostVisitors,
      exec: 'arrive',
    },
  },
  thresholds: thresholdsOf(objectives),
  setupTimeout: '5m',
};

const peakDone = new Counter('peak_done');
const overloadDone = new Counter('overload_done');
const differing = new Counter(exactCounts.metric);
const pick = zipf(questions);

export const setup = (): World => makeWorld(200, questions);

export const wait = ({ people, questionIds }: World): void => {
  boost(oneOf(people), questionIds[pick(Math.random())] ?? '', true);
  peakDone.add(1);
};

/** What is answered "later" is not asked again: it is what the overload costs. */
export const arrive = ({ people, questionIds }: World): void => {
  const path = `/api/questions/${questionIds[pick(Math.random())]}/boost`;
  const { status, timings } = post(path, { isBoosted: true }, oneOf(people), 'overload');
  if (status === 200 && timings.duration <= patienceMs) overloadDone.add(1);
};

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: { metrics: Record<string, { values: Record<string, number> } | undefined> }) => {
  const perSecond = (metric: string) => (data.metrics[metric]?.values.count ?? 0) / seconds;
  const [peak, overload] = [perSecond('peak_done'), perSecond('overload_done')];
  const ratio = `Goodput at ${rate} arrivals a second ÷ peak: ${overload.toFixed(0)} ÷ ${peak.toFixed(0)} = ${(overload / peak).toFixed(2)} (floor 0.7, goal 0.8)`;
  const summary = summaryOf('overload', objectives, data);
  return { ...summary, stdout: `${summary.stdout}${ratio}\n` };
};
