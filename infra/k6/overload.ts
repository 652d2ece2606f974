import { Counter } from 'k6/metrics';
import { checksObjective, defineLoadTest, type Summary, setting } from './shared/load-test.ts';
import {
  boost,
  compareCounts,
  makeWorld,
  popularItem,
  post,
  randomItem,
  type World,
  wrongCounts,
} from './shared/world.ts';

/**
 * Ratio 9. In the first half, callers boost and wait for each answer. In the second half, boosts arrive at RATE, even
 * while earlier boosts wait. RATE must be at least twice the rate of the first half.
 */
const seconds = setting('SECONDS', 15);
const rate = setting('RATE', 8000);
const patienceMs = 5000;
const peakDone = new Counter('peak_done');
const overloadDone = new Counter('overload_done');

const test = defineLoadTest('overload', [checksObjective, wrongCounts], {
  peak: { executor: 'constant-vus', vus: setting('CALLERS', 256), duration: `${seconds}s`, exec: 'boostAndWait' },
  overload: {
    executor: 'constant-arrival-rate',
    startTime: `${seconds + 5}s`,
    duration: `${seconds}s`,
    rate,
    preAllocatedVUs: 2000,
    exec: 'boostAtRate',
  },
});
export const options = test.options;
export const setup = (): World => makeWorld(200, setting('QUESTIONS', 100));

export const boostAndWait = ({ people, questionIds }: World): void => {
  boost(randomItem(people), popularItem(questionIds), true);
  peakDone.add(1);
};

/** Does not repeat a boost that the gateway refuses with 503, because refusals are part of an overload. */
export const boostAtRate = ({ people, questionIds }: World): void => {
  const path = `/api/questions/${popularItem(questionIds)}/boost`;
  const { status, timings } = post(path, { isBoosted: true }, randomItem(people), 'overload');
  if (status === 200 && timings.duration <= patienceMs) overloadDone.add(1);
};

export const teardown = compareCounts;

export const handleSummary = (data: Summary) => {
  const perSecond = (metric: string) => (data.metrics[metric]?.values.count ?? 0) / seconds;
  const [peak, overload] = [perSecond('peak_done'), perSecond('overload_done')];
  const goodput = `${overload.toFixed(0)} ÷ ${peak.toFixed(0)} = ${(overload / peak).toFixed(2)}`;
  const summary = test.handleSummary(data);
  const ratio = `Goodput at ${rate} arrivals a second ÷ peak: ${goodput} (floor 0.7, goal 0.8)`;
  return { ...summary, stdout: `${summary.stdout}${ratio}\n` };
};
