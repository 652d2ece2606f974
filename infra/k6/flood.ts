import { check } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';
import { baseUrl, boost, countsThatDiffer, makeWorld, oneOf, post, type World } from './shared/api.ts';
import { allChecks, answersWithin, arrivals, exactCounts, noDrops, noFailures, thresholdsOf } from './shared/objectives.ts';
import { summaryOf } from './shared/summary.ts';
import { zipf } from './shared/zipf.ts';

/**
 * People boost, first among themselves, then while a flood of visitors reads everything there is, each from an address of its own: long
 * question pages, feeds at any depth, rooms from their beginning, the boosts of what never was. What the flood does to the boosts, and to the
 * gateway's memory, is judged by `npm run load` (infra/local/flood-verdict.ts): k6 compares no two metrics.
 */
const objectives = [
  allChecks,
  noFailures,
  exactCounts,
  noDrops,
  answersWithin('boost-calm', 500),
  answersWithin('boost-flooded', 1000),
  answersWithin('read', 2000),
];
const rate = Number(__ENV.RATE || 100);
const flood = Number(__ENV.FLOOD || 300);
const seconds = Number.parseInt(__ENV.DURATION || '15s', 10);
const people = Number(__ENV.PEOPLE || 50);
const questions = Number(__ENV.QUESTIONS || 30);
/** Replies of the question that most of the flood reads. */
const replies = Number(__ENV.REPLIES || 100);
/** Between the two halves, so that none of the first is left in the second. */
const pauseSeconds = 2;

export const options = {
  scenarios: {
    calm: arrivals(rate, `${seconds}s`, 'boostCalmly'),
    flooded: { ...arrivals(rate, `${seconds}s`, 'boostInTheFlood'), startTime: `${seconds + pauseSeconds}s` },
    // It comes before the boosts that it is to disturb, and stays longer.
    flood: { ...arrivals(flood, `${seconds + 2}s`, 'read'), startTime: `${seconds + pauseSeconds - 1}s` },
  },
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

const differing = new Counter(exactCounts.metric);
const pick = zipf(questions);
const long = 'What I never told anyone: '.padEnd(500, 'and so on, ');

export const setup = (): World => {
  const world = makeWorld(people, questions);
  for (let index = 0; index < replies; index += 1) {
    const said = post(`/api/questions/${world.questionIds[0]}/discussions`, { content: long }, oneOf(world.people), 'fill');
    if (said.status !== 201) throw new Error(`A reply is answered ${said.status}: ${said.body}`);
  }
  return world;
};

const boostAs = (act: string, { people: boosters, questionIds }: World): void =>
  boost(oneOf(boosters), questionIds[pick(Math.random())] ?? '', Math.random() < 0.7, act);

export const boostCalmly = (world: World): void => boostAs('boost-calm', world);
export const boostInTheFlood = (world: World): void => boostAs('boost-flooded', world);

const byte = () => Math.floor(Math.random() * 256);
const nowhere = () =>
  `${'0'.repeat(8)}-0000-7000-8000-${Math.floor(Math.random() * 1e12)
    .toString()
    .padStart(12, '0')}`;

/** Visitors come from everywhere; a gateway believes a proxy on its own machine. */
const asVisitor = () => ({
  headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}` },
  jar: new http.CookieJar(),
  tags: { act: 'read', name: 'read' },
  responseType: 'text' as const,
});
const visit = (path: string) => http.get(`${baseUrl}${path}`, asVisitor());

const reads: readonly (readonly [share: number, read: (world: World) => void])[] = [
  [
    0.5,
    ({ questionIds }) =>
      check(visit(`/api/questions/${questionIds[0]}`), {
        'a long page is whole': (page) => page.status === 200 && (page.json('discussions') as unknown[]).length === Math.min(replies, 200),
      }),
  ],
  [
    0.15,
    ({ questionIds }) =>
      check(visit(`/api/questions/${oneOf(questionIds)}`), { 'a page is a question': (page) => page.json('kind') === 'question' }),
  ],
  [
    0.15,
    () => {
      const page = Math.floor(Math.random() ** 4 * 2000) + 1;
      const list = visit(`/api/feed?sortBy=${Math.random() < 0.5 ? 'recent' : 'boosted'}&page=${page}&limit=10`);
      check(list, {
        'a feed is a list, and empty where it is too deep': (answer) =>
          answer.status === 200 && (page <= 1000 || (answer.json() as unknown[]).length === 0),
      });
    },
  ],
  [
    0.1,
    ({ questionIds }) =>
      check(visit(`/api/questions/${questionIds[0]}/room?after=0`), {
        'a room begins at its first number': (room) => room.status === 200 && room.json('from') === 1,
      }),
  ],
  [
    0.1,
    () => {
      const items = Array.from({ length: 100 }, () => ({ contentType: 'question', contentId: nowhere() }));
      const statuses = http.post(`${baseUrl}/api/batch/boost-status`, JSON.stringify({ items }), asVisitor());
      check(statuses, { 'what never was has no boosts': (answer) => answer.status === 200 && answer.body === '{}' });
    },
  ],
];

export const read = (world: World): void => {
  let left = Math.random();
  const kind = reads.find(([share]) => {
    left -= share;
    return left < 0;
  });
  (kind ?? reads[0]!)[1](world);
};

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: unknown) => summaryOf('flood', objectives, data);
