import { check, sleep } from 'k6';
import http, { type RefinedResponse } from 'k6/http';
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
/** Calm boosts and boosts in the flood take turns, so that a machine that grows slower meanwhile is slower for both. */
const rounds = Number(__ENV.ROUNDS || 5);
/** Of one half of a round. */
const seconds = Number.parseInt(__ENV.DURATION || '6s', 10);
/** The first calls compile what the others run: they are made beforehand and not judged. */
const warmingSeconds = Number.parseInt(__ENV.WARMING || '10s', 10);
const people = Number(__ENV.PEOPLE || 50);
const questions = Number(__ENV.QUESTIONS || 30);
/** Replies of the question that most of the flood reads. */
const replies = Number(__ENV.REPLIES || 100);
/** Of so many reads one answer is read whole; of the others the status is. Reading all of them took more than answering them. */
const readWhole = 10;
/** Between two halves, so that none of the first is left in the second. */
const pauseSeconds = 2;
/** The flood comes before the boosts that it is to disturb, and stays longer. */
const aroundSeconds = 1;
const halfSeconds = seconds + pauseSeconds;

/** k6 spaces arrivals evenly, so that boosts would never meet each other, and always the same reads. People come at random: this makes it a Poisson process within a quarter of a second. */
const atRandom = () => sleep(Math.random() / 4);

export const options = {
  scenarios: Object.assign(
    { warming: arrivals(rate, `${warmingSeconds}s`, 'warm', rate), warmingFlood: arrivals(flood, `${warmingSeconds}s`, 'read', flood) },
    ...Array.from({ length: rounds }, (_, round) => {
      const calm = warmingSeconds + pauseSeconds + 2 * round * halfSeconds;
      const flooded = calm + halfSeconds;
      return {
        [`calm${round}`]: { ...arrivals(rate, `${seconds}s`, 'boostCalmly', rate), startTime: `${calm}s` },
        [`flooded${round}`]: { ...arrivals(rate, `${seconds}s`, 'boostInTheFlood', rate), startTime: `${flooded}s` },
        [`flood${round}`]: { ...arrivals(flood, `${seconds + aroundSeconds}s`, 'read', flood), startTime: `${flooded - aroundSeconds}s` },
      };
    }),
  ),
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

type Answer = RefinedResponse<'text'>;

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

const boostAs = (act: string, { people: boosters, questionIds }: World): void => {
  atRandom();
  boost(oneOf(boosters), questionIds[pick(Math.random())] ?? '', Math.random() < 0.7, act);
};

export const warm = (world: World): void => boostAs('warming', world);
export const boostCalmly = (world: World): void => boostAs('boost-calm', world);
export const boostInTheFlood = (world: World): void => boostAs('boost-flooded', world);

const byte = () => Math.floor(Math.random() * 256);
const tenDaysMs = 864_000_000;
/** An id such as one of ours from the last ten days (UUIDv7, RFC 9562): nothing but looking for it tells that there is no such thing. */
const nowhere = () => {
  const time = Math.floor(Date.now() - Math.random() * tenDaysMs)
    .toString(16)
    .padStart(12, '0');
  // After the point of a random number stand some thirteen hexadecimal digits.
  const digits = `${Math.random().toString(16)}000000`;
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(2, 5)}-8${digits.slice(5, 8)}-${time.slice(4)}${digits.slice(8, 12)}`;
};

/** Visitors come from everywhere; a gateway believes a proxy on its own machine. They take packed answers, as browsers do. */
const asVisitor = (isReadWhole: boolean) => ({
  headers: { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip', 'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}` },
  jar: new http.CookieJar(),
  tags: { act: 'read', name: 'read' },
  responseType: isReadWhole ? ('text' as const) : ('none' as const),
});

/** Asks, and checks what is answered: always its status, and every so often all of it. */
const visit = (path: string, says: string, isRight: (answer: Answer) => boolean, body?: string): void => {
  const isReadWhole = Math.random() * readWhole < 1;
  const url = `${baseUrl}${path}`;
  const answer = body === undefined ? http.get(url, asVisitor(isReadWhole)) : http.post(url, body, asVisitor(isReadWhole));
  check(answer, { 'a read is answered': ({ status }) => status === 200 });
  if (isReadWhole) check(answer as Answer, { [says]: (whole) => whole.status === 200 && isRight(whole) });
};

const reads: readonly (readonly [share: number, read: (world: World) => void])[] = [
  [
    0.5,
    ({ questionIds }) =>
      visit(
        `/api/questions/${questionIds[0]}`,
        'a long page is whole',
        (page) => page.json('discussions.#') === Math.min(replies, 200) && page.json('discussions.0.content') === long.trim(),
      ),
  ],
  [
    0.15,
    ({ questionIds }) => visit(`/api/questions/${oneOf(questionIds)}`, 'a page is a question', (page) => page.json('kind') === 'question'),
  ],
  [
    0.15,
    () => {
      const page = Math.floor(Math.random() ** 4 * 2000) + 1;
      visit(
        `/api/feed?sortBy=${Math.random() < 0.5 ? 'recent' : 'boosted'}&page=${page}&limit=10`,
        'a feed is a list, and empty where it is too deep',
        (list) => {
          const count = list.json('#');
          return typeof count === 'number' && (page <= 1000 || count === 0);
        },
      );
    },
  ],
  [
    0.1,
    ({ questionIds }) =>
      visit(`/api/questions/${questionIds[0]}/room?after=0`, 'a room begins at its first number', (room) => room.json('from') === 1),
  ],
  [
    0.1,
    () => {
      const items = Array.from({ length: 100 }, () => ({ contentType: 'question', contentId: nowhere() }));
      visit('/api/batch/boost-status', 'what never was has no boosts', ({ body }) => body === '{}', JSON.stringify({ items }));
    },
  ],
];

export const read = (world: World): void => {
  atRandom();
  let left = Math.random();
  const kind = reads.find(([share]) => {
    left -= share;
    return left < 0;
  });
  (kind ?? reads[0]!)[1](world);
};

export const teardown = (world: World): void => differing.add(countsThatDiffer(world));

export const handleSummary = (data: unknown) => summaryOf('flood', objectives, data);
