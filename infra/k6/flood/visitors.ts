import { check, sleep } from 'k6';
import exec from 'k6/execution';
import http, { type RefinedResponse } from 'k6/http';
import { Trend } from 'k6/metrics';
import { baseUrl, oneOf, type World } from '../shared/api.ts';
import {
  allChecks,
  answersWithin,
  arrivals,
  noDrops,
  noFailures,
  type Objective,
  thresholdsOf,
} from '../shared/objectives.ts';
import { summaryOf } from '../shared/summary.ts';
import { type FloodedWorld, longReply, replies } from './long-question.ts';
import { atRandom, flood, rounds, warming } from './rounds.ts';

const late = { begins: 'flood_begins_late', reads: 'reads_late' };
/** A k6 that gets too little of a processor sends less of a flood than it counts, and a boost is quick beside that. */
const isFlood: readonly Objective[] = [
  {
    metric: late.begins,
    says: 'The flood begins within half a second of the boosts that it is to disturb',
    threshold: 'max<500',
    impossible: 'max<0',
  },
  {
    metric: late.reads,
    says: '95 of 100 reads leave within 100 ms of the moment at which their visitor comes',
    threshold: 'p(95)<100',
    impossible: 'p(95)<-1000',
  },
];

/**
 * The flood of flood.ts: visitors read everything there is, each from an address of its own: long question pages, feeds at any depth, rooms from their beginning, the boosts
 * of what never was. BOOSTERS is the address where the k6 of flood.ts tells of itself (its `--address`): the flood reads its world there, and begins with it.
 */
const objectives = [...isFlood, allChecks, noFailures, noDrops, answersWithin('read', 2000)];
const boosters = __ENV.BOOSTERS;
if (!boosters)
  throw new Error(
    'BOOSTERS is missing: where the k6 of flood.ts tells of itself. `npm run load -- flood` starts both.',
  );
const rate = Number(__ENV.FLOOD || 300);
/** Of so many reads one answer is read whole; of the others the status is. Reading all of them took more than answering them. */
const readWhole = 10;

export const options = {
  scenarios: Object.assign(
    { warming: { ...arrivals(rate, warming.duration, 'read', rate), ...warming } },
    ...Array.from({ length: rounds }, (_, round) => ({
      [`flood${round}`]: { ...arrivals(rate, flood(round).duration, 'read', rate), ...flood(round) },
    })),
  ),
  thresholds: thresholdsOf(objectives),
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max'],
  setupTimeout: '5m',
};

type Answer = RefinedResponse<'text'>;

const beginsLate = new Trend(late.begins, true);
const readsLate = new Trend(late.reads, true);

/** How often the others are asked whether their world is made. */
const lookEverySeconds = 0.05;

/** What the setup of the other k6 has made, as soon as it has (https://grafana.com/docs/k6/latest/misc/k6-rest-api/). */
export const setup = (): World => {
  for (;;) {
    const answer = http.get(`${boosters}/v1/setup`, { tags: { act: 'wait', name: 'wait' } });
    if (answer.status !== 200) throw new Error(`The boosters at ${boosters} answer ${answer.status}`);
    const world = answer.json('data.attributes.data') as unknown as FloodedWorld | null;
    if (world) {
      // A summary takes nothing but noughts for nothing measured.
      beginsLate.add(Math.max(1, Date.now() - world.madeAt));
      return world;
    }
    sleep(lookEverySeconds);
  }
};

/** Waits for the moment at which this visitor comes, and notes how much later it is than that. */
const come = (): void => {
  const wait = atRandom();
  const { name, startTime, iterationInTest } = exec.scenario;
  if (name !== 'warming') readsLate.add(Date.now() - (startTime + (iterationInTest / rate + wait) * 1000));
};

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
  headers: {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip',
    'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}`,
  },
  jar: new http.CookieJar(),
  tags: { act: 'read', name: 'read' },
  responseType: isReadWhole ? ('text' as const) : ('none' as const),
});

/** Asks, and checks what is answered: always its status, and every so often all of it. */
const visit = (path: string, says: string, isRight: (answer: Answer) => boolean, body?: string): void => {
  const isReadWhole = Math.random() * readWhole < 1;
  const url = `${baseUrl}${path}`;
  const answer =
    body === undefined ? http.get(url, asVisitor(isReadWhole)) : http.post(url, body, asVisitor(isReadWhole));
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
        (page) =>
          page.json('discussions.#') === Math.min(replies, 200) &&
          page.json('discussions.0.content') === longReply.trim(),
      ),
  ],
  [
    0.15,
    ({ questionIds }) =>
      visit(`/api/questions/${oneOf(questionIds)}`, 'a page is a question', (page) => page.json('kind') === 'question'),
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
      visit(
        `/api/questions/${questionIds[0]}/room?after=0`,
        'a room begins at its first number',
        (room) => room.json('from') === 1,
      ),
  ],
  [
    0.1,
    () => {
      const items = Array.from({ length: 100 }, () => ({ contentType: 'question', contentId: nowhere() }));
      visit(
        '/api/batch/boost-status',
        'what never was has no boosts',
        ({ body }) => body === '{}',
        JSON.stringify({ items }),
      );
    },
  ],
];

export const read = (world: World): void => {
  come();
  let left = Math.random();
  const kind = reads.find(([share]) => {
    left -= share;
    return left < 0;
  });
  (kind ?? reads[0]!)[1](world);
};

export const handleSummary = (data: unknown) => summaryOf('flood-visitors', objectives, data);
